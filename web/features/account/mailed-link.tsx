/** /link: what a mailed link is for, done by a button. Mail scanners open links, and each works once. */
import { Link, useLocation } from 'react-router'
import { currentUser } from '#core/contract/auth.ts'
import { followLink, getVerification, LINK_ACTIONS, type LinkAction } from '#core/contract/verification.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useLinkSecret } from '#web/lib/link-secret.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import '#web/styles/auth.css'

interface LinkWords {
  readonly title: () => string
  readonly lead: () => string
  readonly verb: () => string
  readonly done: () => string
  readonly doneText: () => string
  /** Where to go then. */
  readonly next: readonly [path: string, words: () => string]
  readonly isAlarm: boolean
}

const WORDS: Readonly<Record<LinkAction, LinkWords>> = {
  verify_email: {
    title: m.contact_email_title,
    lead: m.link_email_lead,
    verb: m.contact_email_title,
    done: m.contact_email_done,
    doneText: m.link_email_done_text,
    next: ['/account', m.link_account],
    isAlarm: false,
  },
  stop_change: {
    title: m.link_stop_title,
    lead: m.link_stop_lead,
    verb: m.link_stop_verb,
    done: m.link_stop_done,
    doneText: m.link_stop_done_text,
    next: ['/reset_password', m.account_change_password],
    isAlarm: true,
  },
  not_me: {
    title: m.link_not_me_title,
    lead: m.link_not_me_lead,
    verb: m.link_not_me_verb,
    done: m.link_not_me_done,
    doneText: m.link_not_me_done_text,
    next: ['/reset_password', m.account_change_password],
    isAlarm: true,
  },
  object_claim: {
    title: m.link_claim_title,
    lead: m.link_claim_lead,
    verb: m.link_claim_verb,
    done: m.link_claim_done,
    doneText: m.link_claim_done_text,
    next: ['/account', m.link_account],
    isAlarm: true,
  },
}

/** `#action.token`: behind the #, which no server and no log sees. */
function readHash(hash: string): { action: LinkAction; token: string } | null {
  const [, name, token] = /^#(\w+)\.([\w-]+)$/.exec(hash) ?? []
  const action = LINK_ACTIONS.find((known) => known === name)
  return action && token ? { action, token } : null
}

export const meta = () => appMeta(m.link_title())

export default function MailedLink() {
  // a reload leads to the page without the link: it works once, and is in the mail still
  const link = readHash(useLinkSecret(useLocation().hash, href('/link')))
  return (
    <div className="page reset">
      <h1>{link ? WORDS[link.action].title() : m.link_title()}</h1>
      {link ? <Follow {...link} /> : <Dead />}
    </div>
  )
}

function Follow({ action, token }: { action: LinkAction; token: string }) {
  const words = WORDS[action]
  const follow = useApiMutation(followLink, { refresh: [currentUser, getVerification] })
  const [path, goOn] = words.next
  if (follow.isSuccess)
    return (
      <>
        <Notice kind="arrived" title={words.done()} live>
          <p>{words.doneText()}</p>
        </Notice>
        <p className="actions">
          <Link className="button button--next" to={href(path)}>
            {goOn()}
          </Link>
        </p>
      </>
    )
  return (
    <>
      <p>{words.lead()}</p>
      {follow.isError && <ErrorNotice message={errorWords(follow.error)} />}
      <Button
        kind={words.isAlarm ? 'stop' : 'next'}
        busy={follow.isPending}
        onClick={() => follow.mutate({ body: { action, token } })}
      >
        {words.verb()}
      </Button>
    </>
  )
}

const Dead = () => (
  <Notice kind="stop" title={m.link_incomplete()} live>
    <p>{m.link_incomplete_text()}</p>
    <p>
      <Link className="tap-target" to={href('/account')}>
        {m.link_account()}
      </Link>
    </p>
  </Notice>
)
