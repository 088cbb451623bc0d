/** A line that waits: what it may be and why, or what was said of it and what a second person does about that. */
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#core/contract/endpoint.ts'
import {
  approveLine,
  decideLine,
  dropLine,
  getDeskLine,
  type LineCandidate,
  listDeskLines,
  undoLine,
} from '#core/contract/match-desk.ts'
import { moneyToday } from '#core/contract/money-today.ts'
import { formatPaiseShort } from '#core/money.ts'
import type { Explanation } from '#core/statements/explain.ts'
import { signedPaise } from '#core/statements/lines.ts'
import { m } from '#messages/compiled/messages.js'
import { NoteField, useNote } from '#web/admin/console/note-field.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { useDebouncedValue } from '#web/lib/hooks.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import { PayBack } from './pay-back.tsx'
import { explanationWords, flagWords, outcomeWords, reasonWords } from './words.ts'

type DetailedLine = Answer<typeof getDeskLine>
const refresh = [listDeskLines, getDeskLine, moneyToday]

export function LineDetail({ id }: { id: string }) {
  const [text, setText] = useState('')
  const search = useDebouncedValue(text)
  const read = useApiQuery(getDeskLine, { params: { id }, query: search === '' ? {} : { search } })
  const line = read.data
  return (
    <section aria-labelledby="line-title">
      <h2 id="line-title">{m.match_line()}</h2>
      {read.isError && <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />}
      {!line && read.isPending && text === '' && <Skeleton bars={5} />}
      {line && (
        <>
          <p>
            <Money paise={signedPaise({ dir: line.dir, amountPaise: line.amount_paise })} /> · {line.date} ·{' '}
            {line.bank} ••{line.tail}
          </p>
          <p className="console__prose">{line.narration}</p>
          {line.debt_paise > 0 && <p>{m.match_debt_part({ amount: formatPaiseShort(line.debt_paise) })}</p>}
          {line.flag && <p>{flagWords(line.flag)}</p>}
          {line.class === 'foreign' && <p>{m.error_line_foreign()}</p>}
        </>
      )}
      {line?.decision ? (
        <Decided line={line} decision={line.decision} />
      ) : (
        (line || text !== '') && (
          <>
            {line && <Undecided line={line} />}
            <label className="field__label" htmlFor="candidate-search">
              {m.match_search()}
            </label>
            <input
              id="candidate-search"
              className="input"
              type="search"
              maxLength={60}
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </>
        )
      )}
    </section>
  )
}

type LineWish =
  | { readonly choice: LineCandidate; readonly explanation?: undefined }
  | { readonly choice?: undefined; readonly explanation: Explanation }

function Undecided({ line }: { line: DetailedLine }) {
  const [wish, setWish] = useState<LineWish | null>(null)
  const first = line.choices.find(({ outcome }) => outcome !== null)
  useEnter(() => first && setWish({ choice: first }))
  return (
    <>
      {line.choices.length === 0 && <p className="muted">{m.match_no_choices()}</p>}
      <ul className="money__choices">
        {line.choices.map((choice) => (
          <li key={`${choice.kind} ${choice.target}`} className="money__choice">
            <Choice choice={choice} onChoose={() => setWish({ choice })} />
          </li>
        ))}
      </ul>
      <h3>{m.match_explain()}</h3>
      <p className="actions">
        {line.explanations.map((explanation) => (
          <Button key={explanation} onClick={() => setWish({ explanation })}>
            {explanationWords(explanation)}
          </Button>
        ))}
      </p>
      {line.goes_back && <PayBack key={line.id} id={line.id} payBack={line.goes_back} />}
      {wish && <Confirm line={line} wish={wish} onClose={() => setWish(null)} />}
    </>
  )
}

/** On the line of the queue that is looked at, or nowhere: elsewhere the key belongs to what has the focus. */
function useEnter(take: () => void): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event
      const isFree = target === document.body || (target instanceof Element && target.matches('.money__line'))
      if (key !== 'Enter' || !isFree || document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const CHOICE_WORDS: Readonly<Record<LineCandidate['kind'], () => string>> = {
  pay_in: m.match_pay_in,
  payout: m.match_payout,
  settlement: m.match_settlement,
  debt: m.match_debt,
}
/** A person is known by their name, everything else by its code. */
const nameOf = ({ kind, target, name }: LineCandidate): string => (kind === 'debt' ? name : target)

function Choice({ choice, onChoose }: { choice: LineCandidate; onChoose: () => void }) {
  return (
    <>
      <p>
        <strong>{nameOf(choice)}</strong> · <Money paise={choice.amount_paise} />
        {choice.kind !== 'debt' && ` · ${choice.name}`}
        {choice.product && ` · ${choice.product}`}
      </p>
      <p className="muted">
        {CHOICE_WORDS[choice.kind]()} · <Moment at={choice.at} />
        {choice.reasons.length > 0 && ` · ${reasonWords(choice.reasons)}`}
      </p>
      <p className="actions">
        {choice.outcome !== null && (
          <Button onClick={onChoose}>
            {m.match_choose({ target: nameOf(choice) })} – {outcomeWords(choice.outcome)}
          </Button>
        )}
        {choice.form_pk && (
          <Link className="console__link" to={href(`/deals/${choice.form_pk}`)}>
            {m.match_open_deal()}
          </Link>
        )}
      </p>
    </>
  )
}

const whoOf = (choice: LineCandidate): string =>
  choice.kind === 'debt' ? choice.name : `${choice.target} · ${choice.name}`
/** A debt takes no more than is owed: the rest of the line waits on. */
const bookedPaise = ({ amount_paise }: DetailedLine, choice: LineCandidate | undefined): number =>
  choice?.kind === 'debt' ? Math.min(amount_paise, choice.amount_paise) : amount_paise

interface ConfirmProps {
  readonly line: DetailedLine
  readonly wish: LineWish
  readonly onClose: () => void
}

function Confirm({ line, wish: { choice, explanation }, onClose }: ConfirmProps) {
  const decide = useApiMutation(decideLine, {
    refresh,
    onDone: ({ state }) => {
      onClose()
      toast(state === 'proposed' ? m.match_proposed() : m.match_booked())
    },
  })
  const what = choice ? outcomeWords(choice.outcome ?? '') : explanationWords(explanation)
  const isForTwo = choice ? choice.needs_second : !line.explained_alone.includes(explanation)
  const body = choice
    ? { kind: choice.kind, target: choice.target, expected: choice.outcome ?? '' }
    : { kind: 'explain' as const, class: explanation }
  return (
    <ConfirmDialog
      opened
      title={m.match_confirm_title()}
      shares={[{ who: choice ? whoOf(choice) : what, paise: bookedPaise(line, choice) }]}
      verb={isForTwo ? m.match_confirm_propose() : m.match_confirm_book()}
      busy={decide.isPending}
      error={decide.isError ? errorWords(decide.error) : null}
      onConfirm={() => decide.mutate({ params: { id: line.id }, body })}
      onClose={onClose}
    >
      <p>{what}</p>
      {isForTwo && <p>{m.match_needs_second_text()}</p>}
    </ConfirmDialog>
  )
}

interface DecidedProps {
  readonly line: DetailedLine
  readonly decision: NonNullable<DetailedLine['decision']>
}

function Decided({ line, decision }: DecidedProps) {
  const { state } = line
  // what stands on this page: swapped since, it is refused
  const basis = (state === 'proposed' || state === 'undo_asked') && {
    params: { id: line.id },
    body: { n: decision.n, state },
  }
  const approve = useApiMutation(approveLine, { refresh, onDone: () => toast(m.match_booked()) })
  const drop = useApiMutation(dropLine, { refresh })
  const error = approve.error ?? drop.error
  const target = decision.kind === 'debt' ? null : decision.target
  const named = [target, decision.recipient].filter(Boolean).join(' · ')
  const what = decision.class ? explanationWords(decision.class) : named
  const becomes = decision.outcome ?? decision.expected
  return (
    <>
      <Notice
        kind={basis ? 'next' : 'arrived'}
        title={[what, becomes && outcomeWords(becomes)].filter(Boolean).join(' – ')}
      >
        <p>
          {m.statements_by({ name: decision.by })} · <Moment at={decision.at} />
        </p>
        {decision.approved_by && <p>{m.statements_approved_by({ name: decision.approved_by })}</p>}
        {decision.undo_asked_by && (
          <p>{m.match_undo_asked({ name: decision.undo_asked_by, note: decision.undo_note ?? '' })}</p>
        )}
      </Notice>
      {error && <ErrorNotice message={errorWords(error)} />}
      {basis && (
        <p className="actions">
          {decision.mine ? (
            <span className="muted">{m.statements_mine()}</span>
          ) : (
            <Button kind="next" busy={approve.isPending} onClick={() => approve.mutate(basis)}>
              {line.state === 'proposed' ? m.match_approve() : m.match_approve_undo()}
            </Button>
          )}
          <Button busy={drop.isPending} onClick={() => drop.mutate(basis)}>
            {m.match_drop()}
          </Button>
        </p>
      )}
      {decision.may_undo && <Undo id={line.id} />}
    </>
  )
}

function Undo({ id }: { id: string }) {
  const { note, attempt, field, summary } = useNote()
  const undo = useApiMutation(undoLine, { refresh, onDone: () => toast(m.match_undo_sent()) })
  return (
    <>
      <NoteField field={field} summary={summary} label={m.match_undo_note()} />
      {undo.isError && <ErrorNotice message={errorWords(undo.error)} />}
      <p className="actions">
        <Button
          busy={undo.isPending}
          onClick={() => attempt(() => undo.mutate({ params: { id }, body: { note } }))}
        >
          {m.match_undo()}
        </Button>
      </p>
    </>
  )
}
