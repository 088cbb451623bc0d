/** SMS through MSG91's Flow API, with our own code: https://docs.msg91.com/sms/send-sms and the flow page of apidoc. */
import { z } from 'zod'
import { callProvider } from '#server/lib/provider-call.ts'
import type { CodeSender } from './code-sender.ts'

export interface Msg91Settings {
  readonly authKey: string
  /** A template that is registered with DLT, one variable of digits. */
  readonly templateId: string
  /** The name of that variable in the flow. */
  readonly variable: string
}

// an error is told with status 200 too
const reply = z.object({ type: z.string(), message: z.string().optional() })

export const msg91 = (settings: Msg91Settings, baseUrl = 'https://control.msg91.com'): CodeSender => ({
  name: 'msg91',
  async send({ to, code }) {
    const answer = await callProvider(
      {
        url: `${baseUrl}/api/v5/flow`,
        headers: { authkey: settings.authKey },
        json: {
          template_id: settings.templateId,
          recipients: [{ mobiles: `91${to}`, [settings.variable]: code }],
        },
      },
      reply,
    )
    if (answer.is !== 'done') return answer.is === 'pending' ? { is: 'pending', providerRef: null } : answer
    const { type, message = '' } = answer.facts
    if (type === 'success') return { is: 'done', providerRef: message || null }
    if (type !== 'error') return { is: 'unknown', detail: `type ${type.slice(0, 40)}` }
    return { is: 'refused', detail: message.slice(0, 200), retry: /auth/i.test(message) ? 'config' : 'never' }
  },
})
