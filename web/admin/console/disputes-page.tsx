/** /admin/disputes: what waits for a decision, the next deadline first. */
import { Link } from 'react-router'
import { listDisputes, type OpenCase } from '#core/contract/dispute-desk.ts'
import { m } from '#messages/compiled/messages.js'
import { reasonWords, remedyWords } from '#messages/dispute-text.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { duration, formatCount, relativeTime } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import { ConsolePage } from './console-page.tsx'
import { casesOf } from './dispute-queue.ts'
import type { GridView } from './grid-view.ts'
import { ListToolbar, noneWords, useListHref, useListView } from './list-toolbar.tsx'

export const meta = () => appMeta(m.desk_title())

const DisputesPage = () => <ConsolePage title={m.desk_title()}>{() => <Queue />}</ConsolePage>

const A_PAGE = 30
const MINUTE_MS = 60_000

function Queue() {
  const view = useListView()
  const hrefOf = useListHref()
  const read = useApiQuery(listDisputes, {}, { refetchInterval: 60_000 })
  if (read.isPending) return <Skeleton bars={5} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { cases, median_decide_ms: median } = read.data
  const query = { search: view.search, order: view.filter.order, now: Date.now() }
  const fitting = casesOf(cases, { ...query, state: view.filter.state })
  const pages = Math.max(1, Math.ceil(fitting.length / A_PAGE))
  // others decide at the same time, and the last page may be gone
  const shown = Math.min(view.page, pages)
  const count = (state: string) => formatCount(casesOf(cases, { ...query, state }).length)
  return (
    <>
      <p className="muted">
        {median === null
          ? m.desk_median_none()
          : m.desk_median({
              time: duration(Math.max(MINUTE_MS, Math.round(median / MINUTE_MS) * MINUTE_MS)),
            })}
      </p>
      {cases.length > 0 && (
        <ListToolbar
          view={view}
          states={[
            ['', m.desk_show_all({ count: count('') })],
            ['mine', m.desk_show_mine({ count: count('mine') })],
            ['free', m.desk_show_free({ count: count('free') })],
            ['late', m.desk_show_late({ count: count('late') })],
            ['second', m.desk_show_second({ count: count('second') })],
          ]}
          hint={m.desk_search()}
        >
          <OrderField view={view} />
        </ListToolbar>
      )}
      {fitting.length === 0 ? (
        <EmptyState
          title={noneWords(view.search, cases.length === 0 ? m.admin_cases_none() : m.list_none())}
        />
      ) : (
        <ul className="console__list console__cases">
          {fitting.slice((shown - 1) * A_PAGE, shown * A_PAGE).map((row) => (
            <li key={row.form_pk}>
              <CaseRow row={row} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={shown} pages={pages} hrefOf={(to) => hrefOf({ page: to > 1 ? String(to) : '' })} />
    </>
  )
}

function OrderField({ view }: { view: GridView }) {
  return (
    <label>
      <span className="field__label">{m.desk_order()}</span>
      <select
        className="input"
        value={view.filter.order ?? ''}
        onChange={(event) => view.set({ order: event.currentTarget.value })}
      >
        <option value="">{m.desk_order_due()}</option>
        <option value="-amount_paise">{m.desk_order_amount()}</option>
        <option value="filed_at">{m.desk_order_filed()}</option>
      </select>
    </label>
  )
}

function CaseRow({ row }: { row: OpenCase }) {
  return (
    <article aria-label={row.product}>
      <h2>
        <Link className="console__link" to={href(`/admin/disputes/${row.form_pk}`)}>
          {row.product}
        </Link>{' '}
        <Money paise={row.amount_paise} />
      </h2>
      <p>
        {reasonWords(row.reason, row.track)} · {m.desk_filed()}{' '}
        {relativeTime(Date.parse(row.filed_at), Date.now())}
        {row.due_at && (
          <>
            {' '}
            · {m.desk_decide_by()} <Moment at={row.due_at} now={Date.now()} />
          </>
        )}
      </p>
      <p>
        {row.proposed && <strong>{m.desk_second_waits()} · </strong>}
        {row.owner
          ? row.owner.mine
            ? m.desk_owner_you()
            : m.desk_owner({ name: row.owner.name })
          : m.desk_owner_none()}
      </p>
      <dl className="console__sides">
        {(['payer', 'payee'] as const).map((party) => (
          <div key={party}>
            <dt>{row[party].name}</dt>
            <dd>
              <Wants side={row[party]} payerName={row.payer.name} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

function Wants({ side, payerName }: { side: OpenCase['payer']; payerName: string }) {
  const { wanted, offer_paise: offer } = side
  return (
    <>
      {wanted && m.deal_wants({ what: remedyWords(wanted) })}{' '}
      {offer === null ? (
        <span className="muted">{m.desk_no_offer()}</span>
      ) : (
        <>
          {m.desk_offered()} {m.deal_share_back({ name: payerName })} <Money paise={offer} />
        </>
      )}
    </>
  )
}

export default DisputesPage
