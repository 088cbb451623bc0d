/** Twilio Verify v2, which makes, sends and checks the code itself: twilio.com/docs/verify/api. */
import { z } from 'zod'
import { callProvider } from '#server/lib/provider-call.ts'
import type { CodeSender } from './code-sender.ts'

export interface TwilioSettings {
  readonly accountSid: string
  readonly authToken: string
  readonly serviceSid: string
}

const verification = z.object({ sid: z.string(), status: z.string() })

export function twilio(settings: TwilioSettings, baseUrl = 'https://verify.twilio.com'): CodeSender {
  const ask = (path: string, form: Record<string, string>) =>
    callProvider(
      {
        url: `${baseUrl}/v2/Services/${settings.serviceSid}/${path}`,
        headers: {
          authorization: `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`,
        },
        form,
      },
      verification,
    )
  return {
    name: 'twilio',
    async send({ to, locale }) {
      const answer = await ask('Verifications', { To: `+91${to}`, Channel: 'sms', Locale: locale })
      if (answer.is === 'done') return { is: 'done', providerRef: answer.facts.sid }
      return answer.is === 'pending' ? { is: 'pending', providerRef: null } : answer
    },
    async check({ to, code }) {
      const answer = await ask('VerificationCheck', { To: `+91${to}`, Code: code })
      if (answer.is === 'done') return { is: 'done', isApproved: answer.facts.status === 'approved' }
      // it forgets a verification once it has expired, was approved, or was tried too often
      if (answer.is === 'refused' && answer.status === 404) return { is: 'done', isApproved: false }
      return {
        is: answer.is === 'refused' ? 'refused' : 'unknown',
        detail: answer.is === 'pending' ? 'conflict' : answer.detail,
      }
    },
  }
}
