/** WhatsApp Cloud API with an authentication template: developers.facebook.com, "Authentication templates". */
import { z } from 'zod'
import { callProvider } from '#server/lib/provider-call.ts'
import type { CodeSender } from './code-sender.ts'

export interface WhatsAppSettings {
  readonly token: string
  readonly phoneNumberId: string
  readonly template: string
  readonly version: string
}

const reply = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) })

export const whatsapp = (settings: WhatsAppSettings, baseUrl = 'https://graph.facebook.com'): CodeSender => ({
  name: 'whatsapp',
  async send({ to, code, locale }) {
    const parameters = [{ type: 'text', text: code }]
    const answer = await callProvider(
      {
        url: `${baseUrl}/${settings.version}/${settings.phoneNumberId}/messages`,
        headers: { authorization: `Bearer ${settings.token}` },
        json: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: `91${to}`,
          type: 'template',
          template: {
            name: settings.template,
            language: { code: locale },
            // the template shows the code and has a button that copies it: both are told
            components: [
              { type: 'body', parameters },
              { type: 'button', sub_type: 'url', index: '0', parameters },
            ],
          },
        },
      },
      reply,
    )
    if (answer.is === 'done') return { is: 'done', providerRef: answer.facts.messages[0]?.id ?? null }
    return answer.is === 'pending' ? { is: 'pending', providerRef: null } : answer
  },
})
