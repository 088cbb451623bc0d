/** /admin/frozen-deals: deals that stand still because the bank has taken their payment back; two Admins end each. */
import { useId } from 'react'
import { Link } from 'react-router'
import { endFreeze, type FrozenDeal, listFrozenDeals } from '#core/contract/deal-freezes.ts'
import { m } from '#messages/compiled/messages.js'
import { statusName } from '#messages/lifecycle-text.ts'
import { ConsolePage, isAdmin } from '#web/admin/console/console-page.tsx'
import { ListCsv } from '#web/admin/console/list-csv.tsx'
import { NoteField, useNote } from '#web/admin/console/note-field.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import './money.css'

export const meta = () => appMeta(m.frozen_title())

type FreezeOutcome = NonNullable<FrozenDeal['stated']>
const OUTCOME_WORDS: Readonly<Record<FreezeOutcome, () => string>> = {
  goes_on: m.frozen_goes_on,
  charged_back: m.frozen_charged_back,
}

const FrozenDealsPage = () => (
  <ConsolePage title={m.frozen_title()}>{(user) => <FrozenDeals mayEnd={isAdmin(user)} />}</ConsolePage>
)

function FrozenDeals({ mayEnd }: { mayEnd: boolean }) {
  const read = useApiQuery(listFrozenDeals, {}, { refetchInterval: 60_000 })
  if (read.isPending) return <Skeleton bars={4} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  if (read.data.length === 0) return <EmptyState title={m.frozen_none()} />
  return (
    <>
      <p className="console__prose">{m.frozen_text()}</p>
      <ListCsv
        rows={read.data}
        columns={[
          'form_pk',
          'title',
          'payer',
          'status',
          'amount_paise',
          'taken_back_paise',
          'since',
          'due_at',
        ]}
        file="deals-on-hold.csv"
      />
      <ul className="console__list">
        {read.data.map((deal) => (
          <li key={deal.form_pk}>
            <OneDeal deal={deal} mayEnd={mayEnd} />
          </li>
        ))}
      </ul>
    </>
  )
}

function OneDeal({ deal, mayEnd }: { deal: FrozenDeal; mayEnd: boolean }) {
  return (
    <article aria-label={deal.title}>
      <h2>
        <Link className="console__link" to={href(`/deals/${deal.form_pk}`)}>
          {deal.title}
        </Link>
      </h2>
      <p>
        {m.frozen_taken({ name: deal.payer })}:{' '}
        <strong>
          <Money paise={deal.taken_back_paise || deal.amount_paise} />
        </strong>{' '}
        · {m.frozen_held()}: <Money paise={deal.amount_paise} /> · {statusName(deal.status)}
      </p>
      <p className="muted">
        {m.frozen_since()} <Moment at={deal.since} />
        {deal.due_at && (
          <>
            {' '}
            · {m.frozen_due()}: <Moment at={deal.due_at} />
          </>
        )}
      </p>
      {deal.stated && (
        <blockquote>
          {m.frozen_stated({ name: deal.stated_by ?? '', outcome: OUTCOME_WORDS[deal.stated]() })}
          <br />
          {deal.note}
        </blockquote>
      )}
      {deal.mine && <p className="muted">{m.frozen_mine()}</p>}
      {mayEnd && !deal.mine && <Ending deal={deal} />}
    </article>
  )
}

function Ending({ deal: { form_pk: id } }: { deal: FrozenDeal }) {
  const { note, attempt, field, summary } = useNote({ least: 1 })
  const end = useApiMutation(endFreeze, {
    refresh: [listFrozenDeals],
    onDone: ({ state }) => toast(state === 'ended' ? m.frozen_ended() : m.frozen_waits()),
  })
  const sent = end.isPending ? end.variables.body.outcome : null
  const fieldId = useId()
  const button = (outcome: FreezeOutcome) => (
    <Button
      aria-describedby={`${fieldId}-${outcome}`}
      busy={sent === outcome}
      disabled={end.isPending}
      onClick={() => attempt(() => end.mutate({ params: { id }, body: { outcome, note } }))}
    >
      {OUTCOME_WORDS[outcome]()}
    </Button>
  )
  return (
    <>
      <NoteField field={field} summary={summary} label={m.frozen_note()} />
      {end.error && <ErrorNotice message={errorWords(end.error)} />}
      <p className="actions">{button('goes_on')}</p>
      <p className="muted" id={`${fieldId}-goes_on`}>
        {m.frozen_goes_on_text()}
      </p>
      <p className="actions">{button('charged_back')}</p>
      <p className="muted" id={`${fieldId}-charged_back`}>
        {m.frozen_charged_back_text()}
      </p>
    </>
  )
}

export default FrozenDealsPage
