/** What payers owe us because their bank gave a payment back after its deal had ended; two Admins write it off. */
import { Link } from 'react-router'
import { type Debt, listDebts, writeOffDebt } from '#core/contract/deal-freezes.ts'
import { m } from '#messages/compiled/messages.js'
import { NoteField, useNote } from '#web/admin/console/note-field.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Money } from '#web/ui/values.tsx'

/** Nothing where nobody owes anything. */
export function Debts({ mayWriteOff }: { mayWriteOff: boolean }) {
  const read = useApiQuery(listDebts, {}, { refetchInterval: 60_000 })
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  if (!read.data?.length) return null
  return (
    <section aria-labelledby="debts">
      <h2 id="debts">{m.debts_title()}</h2>
      <p className="console__prose">{m.debts_text()}</p>
      <ul className="console__list">
        {read.data.map((debt) => (
          <li key={debt.user_id}>
            <OneDebt debt={debt} mayWriteOff={mayWriteOff} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OneDebt({ debt, mayWriteOff }: { debt: Debt; mayWriteOff: boolean }) {
  const finalPaise = debt.owed_paise - debt.pending_paise
  return (
    <article aria-label={debt.name}>
      <p>
        <Link className="console__link" to={href(`/admin/people/${debt.user_id}`)}>
          {debt.name}
        </Link>{' '}
        · <Money paise={debt.owed_paise} />
      </p>
      {debt.deals.length > 0 && (
        <ul>
          {debt.deals.map(({ form_pk, amount_paise }) => (
            <li key={form_pk}>
              <Money paise={amount_paise} />{' '}
              <Link className="console__link" to={href(`/deals/${form_pk}`)}>
                {m.debt_from({ id: form_pk.slice(0, 8) })}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {debt.pending_paise > 0 && (
        <p className="muted">
          {m.debt_pending()} <Money paise={debt.pending_paise} />
        </p>
      )}
      {debt.asked_by && debt.asked_paise !== null && (
        <blockquote>
          {m.debt_asked({ name: debt.asked_by })}: <Money paise={debt.asked_paise} />
          <br />
          {debt.note}
        </blockquote>
      )}
      {debt.mine && <p className="muted">{m.debt_mine()}</p>}
      {mayWriteOff && finalPaise > 0 && !(debt.mine && debt.asked_paise === finalPaise) && (
        <WriteOff id={debt.user_id} amountPaise={finalPaise} />
      )}
    </article>
  )
}

function WriteOff({ id, amountPaise }: { id: number; amountPaise: number }) {
  const { note, attempt, field, summary } = useNote()
  const writeOff = useApiMutation(writeOffDebt, {
    refresh: [listDebts],
    onDone: ({ state }) => toast(state === 'asked' ? m.debt_waits() : m.debt_done()),
  })
  return (
    <>
      <NoteField field={field} summary={summary} label={m.debt_note()} />
      {writeOff.error && <ErrorNotice message={errorWords(writeOff.error)} />}
      <p className="actions">
        <Button
          busy={writeOff.isPending}
          onClick={() =>
            attempt(() => writeOff.mutate({ params: { id }, body: { amount_paise: amountPaise, note } }))
          }
        >
          {m.debt_write_off()} <Money paise={amountPaise} />
        </Button>
      </p>
    </>
  )
}
