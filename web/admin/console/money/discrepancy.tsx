/** What a provider and the books do not agree about, and what an Admin does about it. */
import { useId } from 'react'
import {
  bookDiscrepancy,
  closeDiscrepancy,
  type Discrepancy,
  listSettlements,
} from '#core/contract/settlements.ts'
import { m } from '#messages/compiled/messages.js'
import { NoteField, useNote } from '#web/admin/console/note-field.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import { providerName } from './words.ts'

const TYPE_WORDS: Readonly<Record<Discrepancy['type'], () => string>> = {
  payment: m.discrepancy_type_payment,
  refund: m.discrepancy_type_refund,
  transfer: m.discrepancy_type_transfer,
  adjustment: m.discrepancy_type_adjustment,
  other: m.discrepancy_type_other,
  settlement: m.discrepancy_type_settlement,
}

function whatDiffers({ kind, provider: code, type, theirs_paise }: Discrepancy): string {
  const provider = providerName(code)
  const words = { provider, type: TYPE_WORDS[type]() }
  switch (kind) {
    case 'theirs_only':
      return m.discrepancy_theirs_only(words)
    case 'ours_only':
      return m.discrepancy_ours_only(words)
    case 'amount':
      return m.discrepancy_amount(words)
    case 'fee':
      return m.discrepancy_fee({ provider })
    case 'settlement':
      return theirs_paise === null ? m.discrepancy_settlement() : m.discrepancy_settlement_amount()
  }
}

const Amount = ({ label, paise }: { label: string; paise: number | null }) => (
  <>
    {label}: <strong>{paise === null ? '–' : <Money paise={paise} />}</strong>
  </>
)

export function OneDiscrepancy({ row }: { row: Discrepancy }) {
  const isFee = row.kind === 'fee'
  return (
    <article aria-label={row.reference}>
      <h3>{whatDiffers(row)}</h3>
      <p>
        <Amount label={isFee ? m.discrepancy_agreed() : m.discrepancy_ours()} paise={row.ours_paise} /> ·{' '}
        <Amount label={isFee ? m.discrepancy_kept() : m.discrepancy_theirs()} paise={row.theirs_paise} />
      </p>
      <p className="muted">
        {row.reference} · {m.discrepancy_since()} <Moment at={row.opened_at} />
      </p>
      {row.closed_at === null ? <StillOpen row={row} /> : <Ended row={row} closedAt={row.closed_at} />}
    </article>
  )
}

function Ended({ row, closedAt }: { row: Discrepancy; closedAt: string }) {
  const words = { name: row.closed_by ?? '' }
  const ended = row.booked ? m.discrepancy_booked_by(words) : m.discrepancy_closed_by(words)
  return (
    <>
      <p className="muted">
        {row.closed_by === null ? m.discrepancy_came() : ended} · <Moment at={closedAt} />
      </p>
      {row.note && <blockquote>{row.note}</blockquote>}
    </>
  )
}

function StillOpen({ row: { id, proposed_by, mine, bookable, note: firstNote } }: { row: Discrepancy }) {
  const { note, attempt, reset, ...noteField } = useNote()
  const refresh = [listSettlements]
  const finish = (words: string) => {
    reset()
    toast(words)
  }
  const close = useApiMutation(closeDiscrepancy, { refresh, onDone: () => finish(m.discrepancy_closed()) })
  const book = useApiMutation(bookDiscrepancy, {
    refresh,
    onDone: ({ state }) => finish(state === 'closed' ? m.discrepancy_closed() : m.discrepancy_waits()),
  })
  const isSent = close.isPending || book.isPending
  const act = { params: { id }, body: { note } }
  const error = close.error ?? book.error
  const isSecond = proposed_by !== null
  return (
    <>
      {isSecond && (
        <blockquote>
          {m.discrepancy_proposed({ name: proposed_by })}
          <br />
          {firstNote}
        </blockquote>
      )}
      {mine && <p className="muted">{m.discrepancy_mine()}</p>}
      <NoteField {...noteField} label={m.discrepancy_note()} />
      {error && <ErrorNotice message={errorWords(error)} />}
      {bookable && !mine && (
        <DescribedButton
          label={m.discrepancy_book()}
          text={isSecond ? m.discrepancy_book_second() : m.discrepancy_book_text()}
          busy={book.isPending}
          disabled={isSent}
          onClick={() => attempt(() => book.mutate(act))}
        />
      )}
      <DescribedButton
        label={m.discrepancy_close()}
        text={m.discrepancy_close_text()}
        busy={close.isPending}
        disabled={isSent}
        onClick={() => attempt(() => close.mutate(act))}
      />
    </>
  )
}

interface DescribedButtonProps {
  readonly label: string
  /** What it does to the money. */
  readonly text: string
  readonly busy: boolean
  readonly disabled: boolean
  readonly onClick: () => void
}

function DescribedButton({ label, text, ...rest }: DescribedButtonProps) {
  const id = useId()
  return (
    <>
      <p className="actions">
        <Button aria-describedby={id} {...rest}>
          {label}
        </Button>
      </p>
      <p className="muted" id={id}>
        {text}
      </p>
    </>
  )
}
