/** A letter as text and as simple HTML: no pictures, no tracking, one link, and how to check that it is genuine. */
import { verifyPage } from '../../core/ids.ts'
import { m } from '../../messages/compiled/messages.js'
import { letterhead } from './letterhead.ts'

type Locale = 'en' | 'hi'

export interface Seat {
  readonly label: string
  readonly amount: string
  readonly isFull: boolean
}
export interface LetterParts {
  readonly locale: Locale
  readonly name: string
  readonly about: string | null
  readonly headline: string
  /** The money line: payer, held, payee. */
  readonly seats: readonly Seat[]
  readonly money: readonly string[]
  readonly turn: readonly string[]
  readonly link: string
  readonly linkLabel: string
  readonly publicUrl: string
}

function footerOf({ locale }: Pick<LetterParts, 'locale'>): string {
  const { legal_name, address, grievance_officer } = letterhead()
  return m.mail_footer({ legal_name, address, email: grievance_officer.email }, { locale })
}

const verifyOf = ({ locale, publicUrl }: LetterParts): string =>
  m.mail_verify({ address: verifyPage(publicUrl, locale) }, { locale })

function letterText(parts: LetterParts): string {
  const { locale, name, about, headline, money, turn, link, linkLabel } = parts
  const blocks = [
    [m.mail_hello({ name }, { locale })],
    [headline, about],
    [money.join(' ')],
    turn,
    [`${linkLabel} ${link}`],
    [verifyOf(parts)],
    [`-- \n${letterhead().name[locale]}\n${footerOf(parts)}`],
  ]
  const lines = blocks.map((block) => block.filter((line) => line).join('\n'))
  return `${lines.filter((block) => block !== '').join('\n\n')}\n`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const esc = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

const INK = '#1d2350'
const seat = ({ label, amount, isFull }: Seat): string =>
  `<td style="width:33%;padding:10px;border:1px solid #d9d4c7;text-align:center;${isFull ? 'background:#fff3d6' : ''}">` +
  `<small>${esc(label)}</small><br><strong>${esc(amount)}</strong></td>`

const row = (html: string): string => `<p style="margin:0 0 14px">${html}</p>`

function letterHtml(parts: LetterParts): string {
  const { locale, name, about, headline, seats, money, turn, link, linkLabel } = parts
  const strip =
    seats.length === 0
      ? ''
      : `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 14px"><tr>${seats.map(seat).join('')}</tr></table>`
  const body = [
    row(esc(m.mail_hello({ name }, { locale }))),
    `<h1 style="font-size:20px;line-height:1.35;margin:0 0 6px">${esc(headline)}</h1>`,
    about ? row(esc(about)) : '',
    strip,
    money.length > 0 ? row(money.map(esc).join('<br>')) : '',
    turn.length > 0 ? row(turn.map(esc).join('<br>')) : '',
    row(
      `<a href="${esc(link)}" style="display:inline-block;background:#f2a200;color:${INK};padding:13px 20px;border-radius:6px;font-weight:bold;text-decoration:none">${esc(linkLabel.replace(/:$/, ''))}</a>`,
    ),
    `<p style="font-size:13px;color:#555;margin:0 0 10px">${esc(verifyOf(parts))}</p>`,
    `<p style="font-size:13px;color:#555;margin:0">${esc(footerOf(parts))}</p>`,
  ]
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${esc(headline)}</title></head>` +
    `<body style="margin:0;background:#faf7f0;color:${INK};font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto;padding:24px">` +
    `<p style="font-weight:bold;margin:0 0 18px">${esc(letterhead().name[locale])}</p>${body.join('')}</div></body></html>`
  )
}

/** A mail as it is kept: what it says, or, from before 017, its words. */
interface Kept {
  readonly letter: LetterParts | null
  readonly text: string | null
  readonly html: string | null
}

export const mailText = ({ letter, text }: Kept): string => (letter ? letterText(letter) : (text ?? ''))
export const mailHtml = ({ letter, html }: Kept): string | null => (letter ? letterHtml(letter) : html)
