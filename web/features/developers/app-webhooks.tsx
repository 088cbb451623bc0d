/** The webhooks of an app: added, tried, given a new secret, switched on again; the log of each on demand. */
import { type FormEvent, useState } from 'react'
import * as contract from '#core/contract/webhooks.ts'
import { m } from '#messages/compiled/messages.js'
import { webhookProblemText } from '#messages/webhook-text.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ShownOnce } from './shown-once.tsx'
import { WebhookLog } from './webhook-log.tsx'

export function AppWebhooks({ appId }: { appId: string }) {
  const webhooks = useApiQuery(contract.listWebhooks, { params: { id: appId } })
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <h4>{m.dev_webhooks()}</h4>
      {webhooks.isPending && <Skeleton bars={1} />}
      {!webhooks.data && webhooks.isError && (
        <ErrorNotice message={errorWords(webhooks.error)} onRetry={() => void webhooks.refetch()} />
      )}
      {webhooks.data?.length === 0 && <p>{m.dev_webhooks_none()}</p>}
      {webhooks.data?.map((webhook) => (
        <WebhookCard key={webhook.id} appId={appId} webhook={webhook} />
      ))}
      {isOpen ? (
        <NewWebhook appId={appId} />
      ) : (
        <Button onClick={() => setOpen(true)}>{m.dev_webhook_new()}</Button>
      )}
    </div>
  )
}

const named = (value: unknown): readonly string[] => (String(value).trim() === '' ? ['required'] : [])

function NewWebhook({ appId }: { appId: string }) {
  const { field, values, attempt, summary, showErrors } = useFields({ url: '' }, { url: named })
  const create = useApiMutation(contract.createWebhook, { refresh: [contract.listWebhooks] })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { params: { id: appId }, body: { url: values.url, types: ['*'] } }
    if (!create.isPending) attempt(() => create.mutate(input, { onError: showErrors }))
  }
  if (create.data) return <ShownOnce text={create.data.secret} what={m.dev_secret_what()} />
  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary {...summary} />
      <TextField {...field('url')} type="url" label={m.dev_webhook_url()} hint={m.dev_webhook_url_hint()} />
      {create.error && <ErrorNotice message={errorWords(create.error)} />}
      <Button type="submit" kind="next" busy={create.isPending}>
        {m.dev_webhook_make()}
      </Button>
    </form>
  )
}

function WebhookCard({ appId, webhook }: { appId: string; webhook: contract.Webhook }) {
  const params = { id: appId, webhook_id: webhook.id }
  const [isLogOpen, setLogOpen] = useState(false)
  const reads = [contract.listWebhooks, contract.listWebhookMessages]
  const test = useApiMutation(contract.testWebhook, { refresh: reads, onDone: () => setLogOpen(true) })
  const rotate = useApiMutation(contract.rotateWebhookSecret)
  const enable = useApiMutation(contract.enableWebhook, { refresh: reads })
  const remove = useApiMutation(contract.deleteWebhook, { refresh: reads })
  const error = test.error ?? rotate.error ?? enable.error ?? remove.error
  return (
    <div className="dev__webhook">
      <p>
        <code>{webhook.url}</code>
      </p>
      <p className="muted">
        {m.dev_webhook_public()} <code>{webhook.public_key}</code>
      </p>
      {webhook.disabled_because && (
        <Notice kind="stop" title={m.dev_webhook_off()}>
          <Button busy={enable.isPending} onClick={() => enable.mutate({ params })}>
            {m.dev_webhook_on()}
          </Button>
        </Notice>
      )}
      {webhook.last_problem && (
        <p className="muted">
          {m.dev_webhook_problem({ problem: webhookProblemText(webhook.last_problem) })}
        </p>
      )}
      {error && <ErrorNotice message={errorWords(error)} />}
      {rotate.data && <ShownOnce text={rotate.data.secret} what={m.dev_secret_what()} />}
      <p className="actions">
        {!webhook.disabled_because && (
          <Button busy={test.isPending} onClick={() => test.mutate({ params })}>
            {m.dev_webhook_test()}
          </Button>
        )}
        <Button aria-expanded={isLogOpen} onClick={() => setLogOpen(!isLogOpen)}>
          {m.dev_webhook_log()}
        </Button>
        <Button busy={rotate.isPending} onClick={() => rotate.mutate({ params, body: {} })}>
          {m.dev_webhook_secret()}
        </Button>
        <Button kind="stop" busy={remove.isPending} onClick={() => remove.mutate({ params })}>
          {m.dev_webhook_remove()}
        </Button>
      </p>
      {isLogOpen && <WebhookLog params={params} />}
    </div>
  )
}
