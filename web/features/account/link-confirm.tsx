/** Signs in with a mailed link. A button does it: mail scanners follow links, and each works once. */
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { confirmSignInLink } from '#core/contract/auth.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useOpen } from '#web/lib/hooks.ts'
import { useLinkSecret } from '#web/lib/link-secret.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { storeSession } from '#web/lib/session.ts'
import { homePath } from '#web/lib/start-path.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import '#web/styles/auth.css'

export const meta = () => appMeta(m.account_link_confirm_title())

export default function LinkConfirm() {
  const token = useLinkSecret(useParams().token ?? '', href('/sign-in'))
  const open = useOpen()
  const mutation = useApiMutation(confirmSignInLink, { onDone: (answer) => storeSession(answer, false) })
  const role = mutation.data?.user.user_type[0]
  useEffect(() => {
    if (role) open(href(homePath(role)))
  }, [role, open])
  return (
    <div className="page reset">
      <h1>{m.account_link_confirm_title()}</h1>
      <p>{m.account_link_confirm_lead()}</p>
      {mutation.isError && (
        <>
          <ErrorNotice message={errorWords(mutation.error)} />
          <p>
            <Link className="tap-target" to={href('/sign-in')}>
              {m.account_new_again()}
            </Link>
          </p>
        </>
      )}
      <Button
        kind="next"
        busy={mutation.isPending}
        disabled={mutation.isSuccess}
        onClick={() => mutation.mutate({ body: { token } })}
      >
        {m.account_sign_in_button()}
      </Button>
    </div>
  )
}
