/** The keys of an app: what each may do and when it was used; a new one is shown this once. */
import { useState } from 'react'
import { type App, createApiKey, listApps, OVERLAP_HOURS, revokeApiKey } from '#core/contract/apps.ts'
import { SCOPES, type Scope } from '#core/scopes.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Moment } from '#web/ui/values.tsx'
import { ShownOnce } from './shown-once.tsx'

export function AppKeys({ app }: { app: App }) {
  const [isOpen, setOpen] = useState(false)
  const end = useApiMutation(revokeApiKey, { refresh: [listApps] })
  return (
    <div>
      <h4>{m.dev_keys()}</h4>
      {app.keys.length === 0 && <p>{m.dev_keys_none()}</p>}
      <ul className="dev__list">
        {app.keys.map((key) => (
          <li key={key.id}>
            <div>
              <code>
                {key.prefix}_…{key.last4}
              </code>
              <p className="muted">
                {key.scopes.join(', ')}
                <br />
                {key.last_used_at ? (
                  <>
                    {m.dev_key_used()} <Moment at={key.last_used_at} />
                  </>
                ) : (
                  m.dev_key_unused()
                )}
                {key.expires_at && (
                  <>
                    <br />
                    {m.dev_key_until()} <Moment at={key.expires_at} />
                  </>
                )}
              </p>
            </div>
            <Button
              kind="stop"
              busy={end.isPending}
              aria-label={m.dev_key_end_what({ key: key.last4 })}
              onClick={() => end.mutate({ params: { id: app.id, key_id: key.id } })}
            >
              {m.dev_key_end()}
            </Button>
          </li>
        ))}
      </ul>
      {end.error && <ErrorNotice message={errorWords(end.error)} />}
      {isOpen ? <NewKey app={app} /> : <Button onClick={() => setOpen(true)}>{m.dev_key_new()}</Button>}
    </div>
  )
}

function NewKey({ app }: { app: App }) {
  const [scopes, setScopes] = useState<readonly Scope[]>(['deals:read', 'links:write'])
  const create = useApiMutation(createApiKey, { refresh: [listApps] })
  const toggle = (scope: Scope) =>
    setScopes((before) =>
      before.includes(scope) ? before.filter((other) => other !== scope) : [...before, scope],
    )
  if (create.data) return <ShownOnce text={create.data.key} what={m.dev_key_what()} />
  return (
    <fieldset className="dev__scopes">
      <legend>{m.dev_key_scopes()}</legend>
      {SCOPES.map((scope) => (
        <div key={scope} className="tick">
          <input
            id={`${app.id}-${scope}`}
            type="checkbox"
            checked={scopes.includes(scope)}
            onChange={() => toggle(scope)}
          />
          <label htmlFor={`${app.id}-${scope}`}>
            <code>{scope}</code>
          </label>
        </div>
      ))}
      <p className="muted">{m.dev_key_never()}</p>
      {app.keys.length > 0 && <p className="muted">{m.dev_key_overlap({ hours: String(OVERLAP_HOURS) })}</p>}
      {create.error && <ErrorNotice message={errorWords(create.error)} />}
      <Button
        kind="next"
        disabled={scopes.length === 0}
        busy={create.isPending}
        onClick={() => create.mutate({ params: { id: app.id }, body: { scopes: [...scopes] } })}
      >
        {m.dev_key_make()}
      </Button>
    </fieldset>
  )
}
