/** A bank account of ours: the bank's balance beside that of our books, what is open between them, and up to when it was read. */
import { useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#core/contract/endpoint.ts'
import { closedDays, type listBankAccounts } from '#core/contract/statements.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment, Money } from '#web/ui/values.tsx'

type BankAccount = Answer<typeof listBankAccounts>[number]

const KIND_WORDS = {
  suspense: m.desk_outcome_suspense,
  unexplained: m.desk_outcome_unexplained,
  unbooked: m.money_kind_unbooked,
  in_flight: m.money_kind_in_flight,
} as const

interface AccountCardProps {
  readonly account: BankAccount
  /** The product's, once it is known. */
  readonly now: string | undefined
}

export function AccountCard({ account, now }: AccountCardProps) {
  const { difference_paise: difference } = account
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
      <DayClose account={account} now={now} />
      <Explained items={account.explained} />
      <Days id={account.id} />
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

function DayClose({ account: { attention, read_at }, now }: AccountCardProps) {
  const reading = (
    <p className={attention === 'none' ? 'muted' : undefined}>
      {m.money_read_until()} <Moment at={read_at} {...(now === undefined ? {} : { now })} />
    </p>
  )
  if (attention === 'none') return reading
  return (
    <Notice
      kind={attention === 'red' ? 'stop' : 'next'}
      title={attention === 'red' ? m.money_attention_red() : m.money_attention_amber()}
    >
      {reading}
    </Notice>
  )
}

function Explained({ items }: { items: BankAccount['explained'] }) {
  return (
    <>
      {items.length === 0 ? (
        <p className="muted">{m.money_explained_none()}</p>
      ) : (
        <details>
          <summary className="money__summary">{m.money_explained({ count: String(items.length) })}</summary>
          <ul className="console__list">
            {items.map((item, at) => (
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
    </>
  )
}

function Days({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="money__summary">{m.money_days()}</summary>
      {isOpen && <DayList id={id} />}
    </details>
  )
}

function DayList({ id }: { id: string }) {
  const read = useApiQuery(closedDays, { params: { id } })
  if (read.isPending) return <Skeleton bars={3} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  if (read.data.length === 0) return <p className="muted">{m.money_days_none()}</p>
  return (
    <table className="money__lines">
      <thead>
        <tr>
          <th scope="col">{m.money_day()}</th>
          <th scope="col" className="money__figure">
            {m.money_statement()}
          </th>
          <th scope="col" className="money__figure">
            {m.money_difference()}
          </th>
        </tr>
      </thead>
      <tbody>
        {read.data.map(({ day, lines, statement_paise, difference_paise }) => (
          <tr key={day}>
            <td>
              {day}{' '}
              <span className="muted">
                {m.money_day_lines()} {lines}
              </span>
            </td>
            <td className="money__figure">
              <Money paise={statement_paise} />
            </td>
            <td className="money__figure">
              <span className="visually-hidden">{m.money_difference()} </span>
              <Money paise={difference_paise} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
