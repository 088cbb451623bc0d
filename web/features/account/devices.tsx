/** The sessions of this account, and signing them out remotely. */
import { type AccountSession, endMySession, endOtherSessions, listSessions } from '#core/contract/account.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment } from '#web/ui/values.tsx'

export function Devices() {
  const sessions = useApiQuery(listSessions, {})
  const endOne = useApiMutation(endMySession, { refresh: [listSessions] })
  const endAll = useApiMutation(endOtherSessions, { refresh: [listSessions] })
  const error = endOne.error ?? endAll.error
  return (
    <section aria-labelledby="devices">
      <h2 id="devices">{m.account_devices()}</h2>
      {error && <ErrorNotice message={errorWords(error)} />}
      {!sessions.data && sessions.isError && (
        <ErrorNotice message={errorWords(sessions.error)} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.isPending && <Skeleton bars={2} />}
      {sessions.data && (
        <ul className="account__devices">
          {sessions.data.map((session) => (
            <Device
              key={session.id}
              session={session}
              busy={endOne.isPending}
              onEnd={() => endOne.mutate({ params: { id: session.id } })}
            />
          ))}
        </ul>
      )}
      {sessions.data && sessions.data.length > 1 && (
        <Button kind="stop" busy={endAll.isPending} onClick={() => endAll.mutate({})}>
          {m.account_devices_out()}
        </Button>
      )}
      {sessions.data?.length === 1 && <p className="muted">{m.account_devices_alone()}</p>}
    </section>
  )
}

interface DeviceProps {
  readonly session: AccountSession
  readonly busy: boolean
  readonly onEnd: () => void
}
function Device({ session, busy, onEnd }: DeviceProps) {
  const name = session.device ?? m.account_device_unknown()
  return (
    <li>
      <div>
        <strong>{name}</strong> {session.current && <>({m.account_device_here()})</>}
        <p className="muted">
          {m.account_device_since()} <Moment at={session.created_at} />
          {!session.current && (
            <>
              <br />
              {m.account_device_used()} <Moment at={session.last_used_at} />
            </>
          )}
          <br />
          {m.account_device_until()} <Moment at={session.expires_at} />
        </p>
      </div>
      {!session.current && (
        <Button busy={busy} aria-label={m.account_device_out_what({ device: name })} onClick={onEnd}>
          {m.account_device_out()}
        </Button>
      )}
    </li>
  )
}
