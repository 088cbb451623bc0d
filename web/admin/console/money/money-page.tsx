/** /admin/money: each bank account beside its statement, what came and went today, and what waits for whoever looks. */
import { Link } from 'react-router'
import { type MoneyDay, moneyToday } from '#core/contract/money-today.ts'
import { listBankAccounts } from '#core/contract/statements.ts'
import { m } from '#messages/compiled/messages.js'
import { ConsolePage } from '#web/admin/console/console-page.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { EmptyState, ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Money } from '#web/ui/values.tsx'
import { AccountCard } from './account-card.tsx'
import './money.css'

export const meta = () => appMeta(m.money_title())

const MINUTE_MS = 60_000

const MoneyPage = () => (
  <ConsolePage title={m.money_title()} roles={['Admin']}>
    {() => (
      <>
        <Today />
        <Accounts />
      </>
    )}
  </ConsolePage>
)

function Today() {
  const read = useApiQuery(moneyToday, {}, { refetchInterval: MINUTE_MS })
  if (read.isPending) return <Skeleton bars={4} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { short, own_paise: own, waiting } = read.data
  return (
    <>
      {short && (
        <Notice kind="stop" title={m.money_short()} live>
          <p>
            <Money paise={-own} />
          </p>
          <p>{m.money_short_text()}</p>
        </Notice>
      )}
      <Figures day={read.data} />
      <Waiting waiting={waiting} />
    </>
  )
}

function Figures({ day }: { day: MoneyDay }) {
  const figures = [
    [m.money_in_today(), day.in_paise, `/admin/movements?dir=in&day=${day.day}`],
    [m.money_out_today(), day.out_paise, `/admin/movements?dir=out&day=${day.day}`],
    [m.money_held_for_deals(), day.held_paise, '/admin/ledger?group=hold'],
    [m.money_own(), day.own_paise, '/admin/ledger'],
  ] as const
  return (
    <dl className="console__figures">
      {figures.map(([label, paise, path]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Link className="console__link" to={href(path)}>
              <Money paise={paise} />
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Waiting({ waiting }: { waiting: MoneyDay['waiting'] }) {
  const items = [
    ['/admin/match', waiting.lines, m.money_wait_lines({ count: String(waiting.lines) })],
    ['/admin/match?show=second', waiting.second, m.money_wait_second({ count: String(waiting.second) })],
    ['/admin/statements', waiting.statements, m.money_wait_statements({ count: String(waiting.statements) })],
    ['/admin/payouts', waiting.batches, m.money_wait_batches({ count: String(waiting.batches) })],
    ['/admin/frozen-deals', waiting.frozen, m.money_wait_frozen({ count: String(waiting.frozen) })],
    ['/admin/payouts', waiting.payouts, m.money_wait_payouts({ count: String(waiting.payouts) })],
  ] as const
  const open = items.filter(([, count]) => count > 0)
  return (
    <section aria-labelledby="money-waiting">
      <h2 id="money-waiting">{m.money_waiting()}</h2>
      {open.length === 0 && <p className="muted">{m.money_waiting_none()}</p>}
      {open.length > 0 && (
        <ul className="console__list">
          {open.map(([path, , label]) => (
            <li key={label}>
              <Link className="console__link" to={href(path)}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {waiting.oldest_line && <p className="muted">{m.money_oldest_line({ day: waiting.oldest_line })}</p>}
    </section>
  )
}

function Accounts() {
  const now = useApiQuery(moneyToday, {}).data?.now
  const read = useApiQuery(listBankAccounts, {}, { refetchInterval: MINUTE_MS })
  if (read.isPending) return <Skeleton bars={4} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  return (
    <section aria-labelledby="money-accounts">
      <h2 id="money-accounts">{m.money_accounts()}</h2>
      {read.data.length === 0 ? (
        <EmptyState title={m.money_accounts_none()}>
          <p>{m.money_accounts_none_text()}</p>
        </EmptyState>
      ) : (
        <div className="money__accounts">
          {read.data.map((account) => (
            <AccountCard key={account.id} account={account} now={now} />
          ))}
        </div>
      )}
      <Link className="console__link" to={href('/admin/bank-accounts')}>
        {m.money_accounts_add()}
      </Link>
    </section>
  )
}

export default MoneyPage
