/** The complaint's form and its confirmation. */
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type ComplaintView, complainByLink } from '#core/contract/complaint-link.ts'
import { proseField } from '#core/fields.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { reasonWords, remedyWords } from '#messages/dispute-text.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { shortMoment } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { restoreValues, tabDraft } from '#web/lib/tab-draft.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ProseField, SelectField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Moment, Money } from '#web/ui/values.tsx'

const START = { reason: '', statement: '', wanted: '' }
const chosen = (value: unknown): readonly string[] => (value === '' ? ['select'] : [])
const RULES = { reason: chosen, statement: proseField(2, 2000), wanted: chosen }

/**
 * The link's token and the words: a phone drops a page that is not looked at, while the time for a complaint runs. Only of
 * a link that works, in this tab alone, and until it is sent. The token opens no account.
 */
export const complaintDraft = tabDraft<{ token: string; values: typeof START }>('draft:complaint')

function useStoredComplaint(token: string) {
  const [start] = useState(() => {
    const stored = complaintDraft.read()
    return stored.token === token ? restoreValues(START, stored.values ?? {}) : START
  })
  return start
}

export function ComplainForm({ token, view }: { token: string; view: ComplaintView }) {
  const { field, values, attempt, summary, showErrors } = useFields(useStoredComplaint(token), RULES)
  const mutation = useApiMutation(complainByLink)
  const isOver = mutation.isSuccess || view.until === null
  useEffect(() => {
    if (isOver) complaintDraft.forget()
    else complaintDraft.write({ token, values })
  }, [isOver, token, values])
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (mutation.isPending) return
    attempt(() => mutation.mutate({ body: { token, ...values } }, { onError: showErrors }))
  }
  if (mutation.isSuccess) return <Filed />
  return (
    <>
      <Claim view={view} />
      {view.until === null ? (
        <Notice kind="stop" title={m.complain_closed()} live>
          <p>{m.complain_closed_text()}</p>
        </Notice>
      ) : (
        <form onSubmit={send} noValidate>
          <ErrorSummary {...summary} />
          <p>{m.complain_lead()}</p>
          {view.fee_paise > 0 && <p>{feeWords(view)}</p>}
          {mutation.isError && <ErrorNotice message={errorWords(mutation.error)} />}
          <SelectField
            {...field('reason')}
            label={m.deal_field_reason()}
            prompt={m.deal_choose()}
            options={view.reasons.map((value) => ({ value, label: reasonWords(value, view.track) }))}
          />
          <ProseField {...field('statement')} label={m.deal_field_statement()} />
          <SelectField
            {...field('wanted')}
            label={m.deal_field_wanted()}
            prompt={m.deal_choose()}
            options={view.remedies.map((value) => ({ value, label: remedyWords(value) }))}
          />
          <Button type="submit" kind="stop" busy={mutation.isPending}>
            {view.fee_paise > 0
              ? m.deal_complain_and_pay({ fee: formatPaiseShort(view.fee_paise) })
              : m.complain_button()}
          </Button>
        </form>
      )}
    </>
  )
}

/** As the deal's own page says it before a complaint. */
const feeWords = ({ fee_paise, fee_until, release_payee_paise, payee }: ComplaintView): string =>
  m.deal_about_complain({
    fee: formatPaiseShort(fee_paise),
    time: shortMoment(Date.parse(fee_until)),
    lost: m.lapse_to({ name: payee, amount: formatPaiseShort(release_payee_paise) }),
    other: payee,
  })

const Claim = ({ view }: { view: ComplaintView }) => (
  <>
    <p>
      <strong>{view.title}</strong>, <Money paise={view.amount_paise} />
    </p>
    <p>{m.complain_claim({ name: view.payee })}</p>
    {view.note && <blockquote>{view.note}</blockquote>}
    {view.until !== null && (
      <p>
        {m.complain_until()}: <Moment at={view.until} />
      </p>
    )}
  </>
)

const Filed = () => (
  <Notice kind="arrived" title={m.complain_done()} live>
    <p>{m.complain_done_text()}</p>
    <SignInLinks />
  </Notice>
)

/** The link signs nobody in: whoever wants to see the deal signs in as always. */
export const SignInLinks = () => (
  <p className="actions">
    <Link className="button" to={href('/login')}>
      {m.account_sign_in_title()}
    </Link>
    <Link className="button" to={href('/sign-in')}>
      {m.account_link_button()}
    </Link>
  </p>
)
