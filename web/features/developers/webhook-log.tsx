/** What was sent to a webhook: body and every answer; one sent again, or all of the last day. */
import * as contract from '#core/contract/webhooks.ts'
import { DAY_MS } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { webhookProblemText } from '#messages/webhook-text.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment } from '#web/ui/values.tsx'

const STATES: Readonly<Record<contract.WebhookMessage['state'], () => string>> = {
  waiting: m.dev_message_waiting,
  delivered: m.dev_message_delivered,
  given_up: m.dev_message_given_up,
}
const REFETCH_MS = 5_000

interface LogProps {
  readonly params: { readonly id: string; readonly webhook_id: string }
}

export function WebhookLog({ params }: LogProps) {
  const messages = useApiQuery(
    contract.listWebhookMessages,
    { params, query: {} },
    { refetchInterval: REFETCH_MS },
  )
  const refresh = [contract.listWebhookMessages]
  const again = useApiMutation(contract.resendWebhookMessage, { refresh })
  const replay = useApiMutation(contract.replayWebhook, { refresh })
  const error = again.error ?? replay.error
  if (!messages.data && messages.isError)
    return <ErrorNotice message={errorWords(messages.error)} onRetry={() => void messages.refetch()} />
  if (!messages.data) return <Skeleton bars={2} />
  if (messages.data.data.length === 0) return <p>{m.dev_log_none()}</p>
  const lastDay = () => new Date(Date.now() - DAY_MS).toISOString()
  return (
    <div>
      {error && <ErrorNotice message={errorWords(error)} />}
      <ul className="dev__list">
        {messages.data.data.map((message) => (
          <li key={message.id}>
            <details>
              <summary>
                <code>{message.type}</code> {STATES[message.state]()}, <Moment at={message.created_at} />
              </summary>
              <pre className="dev__code">
                <code>{message.body}</code>
              </pre>
              <ul>
                {message.attempts.map((attempt) => (
                  <li key={attempt.at}>
                    <Moment at={attempt.at} />: {attempt.status ?? webhookProblemText(attempt.problem ?? '')}{' '}
                    ({attempt.took_ms} ms) <code>{attempt.excerpt}</code>
                  </li>
                ))}
              </ul>
              <Button
                busy={again.isPending}
                onClick={() => again.mutate({ params: { ...params, message_id: message.id } })}
              >
                {m.dev_message_again()}
              </Button>
            </details>
          </li>
        ))}
      </ul>
      <Button busy={replay.isPending} onClick={() => replay.mutate({ params, body: { since: lastDay() } })}>
        {m.dev_log_replay()}
      </Button>
    </div>
  )
}
