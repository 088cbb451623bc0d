/** /admin/chargebacks: payments that payers dispute with their banks, by when the bank wants an answer. */
import { Link } from 'react-router'
import { type Chargeback, listChargebacks } from '#core/contract/deal-freezes.ts'
import { chargebackPhaseText, chargebackReasonText } from '#messages/chargeback-text.ts'
import { m } from '#messages/compiled/messages.js'
import { ConsolePage, isAdmin } from '#web/admin/console/console-page.tsx'
import { ListCsv } from '#web/admin/console/list-csv.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { fetchBytes } from '#web/lib/download.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import { Debts } from './debts.tsx'
import { SaveFile } from './save-file.tsx'
import { providerName } from './words.ts'
import './money.css'

export const meta = () => appMeta(m.chargebacks_title())

const STATE_WORDS: Readonly<Record<Chargeback['state'], () => string>> = {
  open: m.chargeback_open,
  under_review: m.chargeback_under_review,
  closed: m.chargeback_closed,
  won: m.chargeback_won,
  lost: m.chargeback_lost,
}

const ChargebacksPage = () => (
  <ConsolePage title={m.chargebacks_title()}>
    {(user) => (
      <>
        <Chargebacks />
        <Debts mayWriteOff={isAdmin(user)} />
      </>
    )}
  </ConsolePage>
)

function Chargebacks() {
  const read = useApiQuery(listChargebacks, {}, { refetchInterval: 60_000 })
  if (read.isPending) return <Skeleton bars={4} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  if (read.data.length === 0) return <EmptyState title={m.chargebacks_none()} />
  const sections = [
    ['open', m.chargebacks_open(), read.data.filter(({ ended_at }) => ended_at === null)],
    ['over', m.chargebacks_over(), read.data.filter(({ ended_at }) => ended_at !== null)],
  ] as const
  return (
    <>
      <p className="console__prose">{m.chargebacks_text()}</p>
      <ListCsv
        rows={read.data}
        columns={[
          ...(['provider', 'dispute_id', 'payment_id', 'form_pk', 'payer', 'phase', 'reason'] as const),
          ...(['state', 'amount_paise', 'deducted_paise', 'opened_at', 'respond_by', 'ended_at'] as const),
        ]}
        file="chargebacks.csv"
      />
      {sections.map(
        ([name, title, rows]) =>
          rows.length > 0 && (
            <section key={name} aria-labelledby={`chargebacks-${name}`}>
              <h2 id={`chargebacks-${name}`}>{title}</h2>
              <ul className="console__list">
                {rows.map((row) => (
                  <li key={`${row.provider} ${row.dispute_id}`}>
                    <OneChargeback row={row} />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  )
}

function OneChargeback({ row }: { row: Chargeback }) {
  return (
    <article aria-label={row.dispute_id}>
      <p>
        <strong>{STATE_WORDS[row.state]()}</strong> · <Money paise={row.amount_paise} /> ·{' '}
        <Link className="console__link" to={href(`/deals/${row.form_pk}`)}>
          {m.chargeback_payer({ name: row.payer })}
        </Link>
      </p>
      <Until row={row} />
      <p>
        {chargebackReasonText(row.reason)}{' '}
        {row.reason !== '' && <code className="muted money__code">{row.reason}</code>}
      </p>
      <p className="muted">
        {chargebackPhaseText(row.phase)} · {providerName(row.provider)} <code>{row.dispute_id}</code> ·{' '}
        <code>{row.payment_id}</code>
      </p>
      <p className="muted">
        {m.chargeback_opened()} <Moment at={row.opened_at} />
        {row.deducted_paise > 0 && (
          <>
            {' '}
            · {m.chargeback_deducted()} <Money paise={row.deducted_paise} />
          </>
        )}
      </p>
      {row.ended_at === null && row.holds_deal && <p className="muted">{m.chargeback_holds()}</p>}
      <SaveFile
        label={m.chargeback_evidence()}
        name={`evidence-${row.form_pk}.zip`}
        read={() => fetchBytes(row.evidence_url)}
      />
    </article>
  )
}

/** The provider takes no evidence after it, and decides without it. */
function Until({ row: { respond_by, ended_at } }: { row: Chargeback }) {
  if (ended_at !== null)
    return (
      <p>
        {m.chargeback_ended()} <Moment at={ended_at} />
      </p>
    )
  if (respond_by === null) return null
  return (
    <p>
      {m.chargeback_until()} <Moment at={respond_by} />
    </p>
  )
}

export default ChargebacksPage
