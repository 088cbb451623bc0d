/** /admin/money: each bank account beside its statement, what came and went today, and what waits for whoever looks. */
import { Link } from 'react-router'
import type { Answer } from '#core/contract/endpoint.ts'
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
    [m.money_in_today(), day.in_paise],
    [m.money_out_today(), day.out_paise],
    [m.admin_held(), day.held_paise],
    [m.money_own(), day.own_paise],
  ] as const
  return (
    <dl className="console__figures">
      {figures.map(([label, paise]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Money paise={paise} />
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
            <Account key={account.id} account={account} />
          ))}
        </div>
      )}
    </section>
  )
}

type BankAccount = Answer<typeof listBankAccounts>[number]

const KIND_WORDS = {
  suspense: m.desk_outcome_suspense,
  unexplained: m.desk_outcome_unexplained,
  unbooked: m.money_kind_unbooked,
  in_flight: m.money_kind_in_flight,
} as const

function Account({ account }: { account: BankAccount }) {
  const difference = account.statement_paise - account.balance_paise
  const id = `account-${account.id}`
  return (
    <article className="money__account" aria-labelledby={id}>
      <h3 id={id}>
        {account.bank} ••{account.account.slice(-4)}
      </h3>
      <dl className="money__rows">
        <Row label={m.money_statement()} paise={account.statement_paise} />
        <Row label={m.money_books()} paise={account.balance_paise} />
        <Row label={m.money_difference()} paise={difference} isWrong={difference !== 0} />
      </dl>
      {account.explained.length === 0 ? (
        <p className="muted">{m.money_explained_none()}</p>
      ) : (
        <details>
          <summary className="money__summary">
            {m.money_explained({ count: String(account.explained.length) })}
          </summary>
          <ul className="console__list">
            {account.explained.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a payout under way has no line, and may repeat
              <li key={at}>
                <Money paise={item.amount_paise} /> · {item.date} · {KIND_WORDS[item.kind]()}
                <br />
                {item.line && item.kind !== 'unbooked' ? (
                  <Link className="tap-target" to={href(`/admin/match?line=${item.line}`)}>
                    {item.text}
                  </Link>
                ) : (
                  <span className="muted">{item.text}</span>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  )
}

function Row({ label, paise, isWrong = false }: { label: string; paise: number; isWrong?: boolean }) {
  return (
    <div className={isWrong ? 'money__row money__row--wrong' : 'money__row'}>
      <dt>{label}</dt>
      <dd>
        <Money paise={paise} />
      </dd>
    </div>
  )
}

export default MoneyPage
