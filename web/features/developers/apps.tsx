/** My apps: made, opened one at a time, ended. */
import { type FormEvent, useState } from 'react'
import { type App, createApp, listApps, revokeApp } from '#core/contract/apps.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AppKeys } from './app-keys.tsx'
import { AppWebhooks } from './app-webhooks.tsx'

export function Apps() {
  const apps = useApiQuery(listApps, {})
  return (
    <section aria-labelledby="apps">
      <h2 id="apps">{m.dev_apps()}</h2>
      {apps.isPending && <Skeleton bars={2} />}
      {!apps.data && apps.isError && (
        <ErrorNotice message={errorWords(apps.error)} onRetry={() => void apps.refetch()} />
      )}
      {apps.data?.length === 0 && <p>{m.dev_apps_none()}</p>}
      {apps.data?.map((app) => (
        <AppCard key={app.id} app={app} />
      ))}
      {apps.data && <NewApp />}
    </section>
  )
}

const named = (value: unknown): readonly string[] => (String(value).trim() === '' ? ['required'] : [])

function NewApp() {
  const { field, values, reset, attempt, summary, showErrors } = useFields({ name: '' }, { name: named })
  const create = useApiMutation(createApp, { refresh: [listApps], onDone: reset })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending) attempt(() => create.mutate({ body: values }, { onError: showErrors }))
  }
  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary {...summary} />
      <TextField {...field('name')} label={m.dev_app_name()} hint={m.dev_app_name_hint()} />
      {create.error && <ErrorNotice message={errorWords(create.error)} />}
      <Button type="submit" kind="next" busy={create.isPending}>
        {m.dev_app_make()}
      </Button>
    </form>
  )
}

function AppCard({ app }: { app: App }) {
  const [isEnding, setEnding] = useState(false)
  const end = useApiMutation(revokeApp, { refresh: [listApps], onDone: () => setEnding(false) })
  return (
    <article className="dev__app" aria-labelledby={`app-${app.id}`}>
      <h3 id={`app-${app.id}`}>
        {app.name} <span className="muted">({app.mode})</span>
      </h3>
      <AppKeys app={app} />
      <AppWebhooks appId={app.id} />
      <Button kind="stop" aria-label={m.dev_app_end_what({ name: app.name })} onClick={() => setEnding(true)}>
        {m.dev_app_end()}
      </Button>
      <ConfirmDialog
        opened={isEnding}
        title={m.dev_app_end_what({ name: app.name })}
        verb={m.dev_app_end()}
        kind="stop"
        final
        busy={end.isPending}
        error={end.error ? errorWords(end.error) : null}
        onConfirm={() => end.mutate({ params: { id: app.id } })}
        onClose={() => setEnding(false)}
      >
        <p>{m.dev_app_end_text()}</p>
      </ConfirmDialog>
    </article>
  )
}
