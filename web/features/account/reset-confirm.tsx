/** Sets a new password with a mailed link. On success: the spec's alert, then home. */
import { type FormEvent, useState } from 'react'
import { Link, useParams } from 'react-router'
import { confirmReset } from '../../../core/contract/auth.ts'
import { passwordField } from '../../../core/fields.ts'
import { m } from '../../../messages/compiled/messages.js'
import { errorWords } from '../../lib/api-error.ts'
import { href } from '../../lib/locale.ts'
import { useAct } from '../../lib/queries.ts'
import { clearSession } from '../../lib/session.ts'
import { type Rules, useFields } from '../../lib/use-fields.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import './reset.css'

const START = { new_password: '', re_new_password: '' }
/** `tried`: sent once with two different passwords; from then on that is said while typing. */
const rules = (tried: boolean): Rules<typeof START> => ({
  new_password: passwordField,
  re_new_password: (value, { new_password }) => {
    if (value === '') return ['required']
    return tried && value !== new_password ? ['passwords_differ'] : []
  },
})

function goHome(): void {
  // Every session of this user has ended, this browser's too.
  clearSession()
  window.alert(m.account_new_done())
  location.assign(href('/'))
}

export function ResetConfirm() {
  const { uid = '', token = '' } = useParams()
  const [tried, setTried] = useState(false)
  const { field, values, ready, showErrors } = useFields(START, rules(tried))
  const act = useAct(confirmReset, { onDone: () => setTimeout(goHome) })
  const isSame = values.new_password === values.re_new_password
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (ready && isSame && !act.isPending)
      act.mutate({ body: { uid, token, ...values } }, { onError: showErrors })
  }
  return (
    <div className="page reset">
      <h1>{m.account_new_title()}</h1>
      {act.isSuccess ? (
        <Notice kind="arrived" title={m.account_new_done()} live>
          <p>{m.account_new_done_text()}</p>
        </Notice>
      ) : (
        <form onSubmit={send} noValidate>
          {tried && !isSame && <Notice kind="stop" title={m.account_not_equal()} live />}
          {act.isError && (
            <>
              <ErrorNotice message={errorWords(act.error)} />
              <p>
                <Link className="alone" to={href('/reset_password')}>
                  {m.account_new_again()}
                </Link>
              </p>
            </>
          )}
          <PasswordField
            {...field('new_password')}
            label={m.account_new_password()}
            hint={m.account_password_hint()}
            autoComplete="new-password"
          />
          <PasswordField
            {...field('re_new_password')}
            label={m.account_new_confirm()}
            autoComplete="new-password"
          />
          <Button type="submit" kind="next" busy={act.isPending} disabled={!ready}>
            {m.account_new_button()}
          </Button>
        </form>
      )}
    </div>
  )
}
