/** Why a webhook did not arrive, in words. */
import { m } from './compiled/messages.js'
import type { MessageText, TextOptions } from './message-text.ts'

/** Codes of Node's connections, and of ours: see server/webhooks/send.ts. The rest of TLS is told by its beginning. */
const BY_CODE: readonly (readonly [RegExp, MessageText])[] = [
  [/^address_refused$/, m.webhook_failed_address_refused],
  [/^timeout$/, m.webhook_failed_timeout],
  [/^connection ECONNREFUSED$/, m.webhook_failed_refused],
  [/^(address_unresolved|connection ENOTFOUND|connection EAI_AGAIN)$/, m.webhook_failed_name],
  [/^connection (CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_)/, m.webhook_failed_certificate],
]

/** `problem` as a try has it, `status 500` for an answer that was no success. */
export function webhookProblemText(problem: string, options?: TextOptions): string {
  const status = /^status (\d+)$/.exec(problem)?.[1]
  if (status) return m.webhook_failed_status({ status }, options)
  const known = BY_CODE.find(([code]) => code.test(problem))
  return (known?.[1] ?? m.webhook_failed_connection)({}, options)
}
