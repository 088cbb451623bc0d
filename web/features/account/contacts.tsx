/** My number and email address: whether each is verified, and the way to verify or change it. */
import { Link } from 'react-router'
import { type ContactKind, getVerification, type VerificationState } from '#core/contract/verification.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment } from '#web/ui/values.tsx'
import { contactStep } from './contact-step.ts'
import { NumberClaimed } from './number-claimed.tsx'

export function Contacts() {
  const { data: state, error, refetch } = useApiQuery(getVerification, {})
  return (
    <section aria-labelledby="contacts">
      <h2 id="contacts">{m.contact_title()}</h2>
      {!state && error && <ErrorNotice message={errorWords(error)} onRetry={() => void refetch()} />}
      {!state && !error && <Skeleton bars={2} />}
      {state && <ContactList state={state} />}
    </section>
  )
}

function ContactList({ state }: { state: VerificationState }) {
  const isPractice = state.mode === 'off'
  return (
    <>
      {state.payouts_held_until && Date.parse(state.payouts_held_until) > Date.now() && (
        <Notice kind="next" title={m.contact_payouts_held()}>
          <p>
            {m.contact_payouts_until()} <Moment at={state.payouts_held_until} />
          </p>
        </Notice>
      )}
      {state.phone.claimed_until && <NumberClaimed until={state.phone.claimed_until} />}
      <dl className="account__details">
        <Contact kind="phone" state={state} />
        <Contact kind="email" state={state} />
      </dl>
      {isPractice && <p className="muted">{m.account_fixed()}</p>}
    </>
  )
}

function Contact({ kind, state }: { kind: ContactKind; state: VerificationState }) {
  const { value, verified } = state[kind]
  const step = contactStep(state, kind, Date.now())
  const path = href(`/account/verify/${kind}`)
  const what = kind === 'phone' ? m.account_contact() : m.account_email()
  return (
    <div>
      <dt>{what}</dt>
      <dd>
        {value || m.contact_none()}
        <p className={verified ? 'contact__state contact__state--verified' : 'contact__state'}>
          {step === 'practice'
            ? (kind === 'phone' ? m.contact_practice : m.contact_practice_email)()
            : verified
              ? m.contact_verified()
              : m.contact_unverified()}
        </p>
        {step === 'claimed' && (
          <p>
            {m.contact_claimed_text()} <Moment at={state.phone.claim_until ?? ''} />
          </p>
        )}
        {step !== 'practice' && (
          <p className="actions">
            {step !== 'verified' && (
              <Link className="button button--next" to={path}>
                {kind === 'phone' ? m.contact_phone_title() : m.contact_email_title()}
              </Link>
            )}
            <Link className="button" to={`${path}?change=1`}>
              {kind === 'phone' ? m.contact_change_phone() : m.contact_change_email()}
            </Link>
          </p>
        )}
      </dd>
    </div>
  )
}
