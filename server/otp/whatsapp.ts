/** WhatsApp Cloud API with an authentication template: developers.facebook.com, "Authentication templates". */
import { sendTemplate, type WhatsAppAccount } from '#server/lib/whatsapp-cloud.ts'
import type { CodeSender } from './code-sender.ts'

export interface WhatsAppSettings extends WhatsAppAccount {
  readonly template: string
}

export const whatsapp = (settings: WhatsAppSettings, baseUrl?: string): CodeSender => ({
  name: 'whatsapp',
  async send({ to, code, locale }) {
    const parameters = [{ type: 'text', text: code }]
    // the template shows the code and has a button that copies it: both are told
    const components = [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'url', index: '0', parameters },
    ]
    const message = { to, template: settings.template, language: locale, components }
    const answer = await sendTemplate(settings, message, baseUrl)
    if (answer.is === 'done') return { is: 'done', providerRef: answer.facts.messages[0]?.id ?? null }
    return answer.is === 'pending' ? { is: 'pending', providerRef: null } : answer
  },
})
