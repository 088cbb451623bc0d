/** WhatsApp Cloud API: one message by a template that WhatsApp has approved. developers.facebook.com, "Send messages". */
import { z } from 'zod'
import { callProvider, type ProviderReply } from './provider-call.ts'

export interface WhatsAppAccount {
  readonly token: string
  readonly phoneNumberId: string
  readonly version: string
}

export interface TemplateMessage {
  /** Ten digits of India. */
  readonly to: string
  readonly template: string
  readonly language: string
  readonly components: readonly object[]
}

const reply = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) })

/** `facts.messages[0].id` is WhatsApp's own name of the message: taken, not yet delivered. */
export const sendTemplate = (
  { token, phoneNumberId, version }: WhatsAppAccount,
  { to, template, language, components }: TemplateMessage,
  baseUrl = 'https://graph.facebook.com',
): Promise<ProviderReply<z.output<typeof reply>>> =>
  callProvider(
    {
      url: `${baseUrl}/${version}/${phoneNumberId}/messages`,
      headers: { authorization: `Bearer ${token}` },
      json: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: `91${to}`,
        type: 'template',
        template: { name: template, language: { code: language }, components },
      },
    },
    reply,
  )
