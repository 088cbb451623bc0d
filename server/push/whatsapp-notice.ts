/** A notice as a WhatsApp message: a utility template whose text is the line, and whose button leads to the deal. */
import type { Locale } from '#core/locale.ts'
import { sendTemplate, type WhatsAppAccount } from '#server/lib/whatsapp-cloud.ts'

export interface WhatsAppNoticeSettings extends WhatsAppAccount {
  readonly template: string
  /** Those that the template was approved in, as WhatsApp names them: en, en_IN, hi. */
  readonly languages: readonly string[]
  /** Another server than WhatsApp's own, for tests. */
  readonly baseUrl?: string
}

export interface WhatsAppNotice {
  readonly to: string
  readonly locale: Locale
  readonly title: string
  /** From the site's root. */
  readonly path: string
}

/** The reader's, or the first one where the template has not theirs. */
const languageFor = (languages: readonly string[], locale: Locale): string =>
  languages.find((language) => language.split('_')[0] === locale) ?? languages[0] ?? locale

/** WhatsApp refuses a line break or a run of spaces in a text that fills a template. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * `later`: nothing was taken, and it can be tried again. `over`: it was taken, never will be, or nobody knows; a second
 * message of the same line would be worse than none, since the notice stands on its page.
 */
export async function sendNotice(
  settings: WhatsAppNoticeSettings,
  { to, locale, title, path }: WhatsAppNotice,
): Promise<'done' | 'over' | 'later'> {
  const answer = await sendTemplate(
    settings,
    {
      to,
      template: settings.template,
      language: languageFor(settings.languages, locale),
      components: [
        { type: 'body', parameters: [{ type: 'text', text: oneLine(title) }] },
        // the address of the button ends in what is given here
        {
          type: 'button',
          sub_type: 'url',
          index: '0',
          parameters: [{ type: 'text', text: path.replace(/^\//, '') }],
        },
      ],
    },
    settings.baseUrl,
  )
  if (answer.is === 'done') return 'done'
  return answer.is === 'refused' && answer.retry !== 'never' ? 'later' : 'over'
}
