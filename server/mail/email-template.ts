/** An email as text and as simple HTML: no pictures, no tracking, one link, and how to check that it is genuine. */
import type { EmailContent, MoneyCell } from '#core/email-content.ts'
import { verifyPage } from '#core/links.ts'
import { m } from '#messages/compiled/messages.js'
import { escapeHtml } from '#server/lib/html.ts'
import { companyProfile } from './company-profile.ts'

function footerOf({ locale }: Pick<EmailContent, 'locale'>): string {
  const { legal_name, address, grievance_officer } = companyProfile()
  return m.email_footer({ legal_name, address, email: grievance_officer.email }, { locale })
}

const verifyOf = ({ locale, publicUrl }: EmailContent): string =>
  m.email_verify({ address: verifyPage(publicUrl, locale) }, { locale })

/** Without a name where only somebody else says what it is. */
const helloOf = ({ locale, name }: EmailContent): string =>
  name === '' ? m.email_hello_unnamed({}, { locale }) : m.email_hello({ name }, { locale })

function renderText(content: EmailContent): string {
  const { locale, about, headline, money = [], body, link, linkLabel, otherLink } = content
  const blocks = [
    [helloOf(content)],
    [headline, about],
    [money.join(' ')],
    body,
    [`${linkLabel} ${link}`],
    otherLink ? [otherLink.text, `${otherLink.label} ${otherLink.link}`] : [],
    [verifyOf(content)],
    [`-- \n${companyProfile().name[locale]}\n${footerOf(content)}`],
  ]
  const lines = blocks.map((block) => block.filter((line) => line).join('\n'))
  return `${lines.filter((block) => block !== '').join('\n\n')}\n`
}

const INK = '#1d2350'
const cell = ({ label, amount, isFull }: MoneyCell): string =>
  `<td style="width:33%;padding:10px;border:1px solid #d9d4c7;text-align:center;${isFull ? 'background:#fff3d6' : ''}">` +
  `<small>${escapeHtml(label)}</small><br><strong>${escapeHtml(amount)}</strong></td>`

const row = (html: string): string => `<p style="margin:0 0 14px">${html}</p>`

const otherLinkHtml = ({ otherLink }: EmailContent): string =>
  otherLink
    ? row(
        `${escapeHtml(otherLink.text)}<br><a href="${escapeHtml(otherLink.link)}" style="color:${INK};font-weight:bold">${escapeHtml(otherLink.label.replace(/:$/, ''))}</a>`,
      )
    : ''

function renderHtml(content: EmailContent): string {
  const { locale, about, headline, moneyLine = [], money = [], body, link, linkLabel } = content
  const strip =
    moneyLine.length === 0
      ? ''
      : `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 14px"><tr>${moneyLine.map(cell).join('')}</tr></table>`
  const blocks = [
    row(escapeHtml(helloOf(content))),
    `<h1 style="font-size:20px;line-height:1.35;margin:0 0 6px">${escapeHtml(headline)}</h1>`,
    about ? row(escapeHtml(about)) : '',
    strip,
    money.length > 0 ? row(money.map(escapeHtml).join('<br>')) : '',
    body.length > 0 ? row(body.map(escapeHtml).join('<br>')) : '',
    row(
      `<a href="${escapeHtml(link)}" style="display:inline-block;background:#f2a200;color:${INK};padding:13px 20px;border-radius:6px;font-weight:bold;text-decoration:none">${escapeHtml(linkLabel.replace(/:$/, ''))}</a>`,
    ),
    otherLinkHtml(content),
    `<p style="font-size:13px;color:#555;margin:0 0 10px">${escapeHtml(verifyOf(content))}</p>`,
    `<p style="font-size:13px;color:#555;margin:0">${escapeHtml(footerOf(content))}</p>`,
  ]
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(headline)}</title></head>` +
    `<body style="margin:0;background:#faf7f0;color:${INK};font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto;padding:24px">` +
    `<p style="font-weight:bold;margin:0 0 18px">${escapeHtml(companyProfile().name[locale])}</p>${blocks.join('')}</div></body></html>`
  )
}

/** An email as stored; its content is erased with the recipient's account. */
interface StoredEmail {
  readonly content: EmailContent | null
}

export const emailText = ({ content }: StoredEmail): string => (content ? renderText(content) : '')
export const emailHtml = ({ content }: StoredEmail): string | null => (content ? renderHtml(content) : null)
