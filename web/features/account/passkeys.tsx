/** The passkeys of somebody of the team: added and removed, beside the authenticator app. */
import { listPasskeys, type Passkey, removePasskey } from '#core/contract/passkeys.ts'
import { getSecondFactor } from '#core/contract/second-factor.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { hasPasskeys, passkeyWords, useNewPasskey } from '#web/lib/use-passkey.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Moment } from '#web/ui/values.tsx'

export function Passkeys({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const passkeys = useApiQuery(listPasskeys, {})
  const add = useNewPasskey(onCodes)
  const remove = useApiMutation(removePasskey, { refresh: [listPasskeys, getSecondFactor] })
  return (
    <>
      {add.error && <ErrorNotice message={passkeyWords(add.error)} />}
      {remove.error && <ErrorNotice message={errorWords(remove.error)} />}
      {passkeys.data && passkeys.data.length > 0 && (
        <ul className="account__devices">
          {passkeys.data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              busy={remove.isPending}
              onRemove={() => remove.mutate({ params: { id: passkey.id } })}
            />
          ))}
        </ul>
      )}
      {hasPasskeys() && (
        <p>
          <Button busy={add.isPending} onClick={() => add.mutate()}>
            {m.passkey_add()}
          </Button>
        </p>
      )}
    </>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly busy: boolean
  readonly onRemove: () => void
}
function PasskeyRow({ passkey, busy, onRemove }: PasskeyRowProps) {
  const name = passkey.device ?? m.account_device_unknown()
  return (
    <li>
      <div>
        <strong>{m.passkey_of({ device: name })}</strong>
        <p className="muted">
          {m.account_device_since()} <Moment at={passkey.created_at} />
        </p>
      </div>
      <Button busy={busy} aria-label={m.passkey_remove_what({ device: name })} onClick={onRemove}>
        {m.passkey_remove()}
      </Button>
    </li>
  )
}
