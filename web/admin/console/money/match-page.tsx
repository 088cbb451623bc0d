/** /admin/match: lines of the bank that wait for somebody, one after the other, by keyboard: J and K move, Enter takes the first. */
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { DESK_STATES, type DeskLine, listDeskLines } from '#core/contract/match-desk.ts'
import { signedPaise } from '#core/statements/lines.ts'
import { m } from '#messages/compiled/messages.js'
import { ConsolePage } from '#web/admin/console/console-page.tsx'
import { ListCsv } from '#web/admin/console/list-csv.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Money } from '#web/ui/values.tsx'
import { LineDetail } from './line-detail.tsx'
import { tierWords } from './words.ts'
import './money.css'

export const meta = () => appMeta(m.match_title())

const MatchPage = () => (
  <ConsolePage title={m.match_title()} roles={['Admin']}>
    {() => <MatchDesk />}
  </ConsolePage>
)

type DeskState = (typeof DESK_STATES)[number]
const TAB_WORDS: Readonly<Record<DeskState, () => string>> = {
  waiting: m.match_tab_waiting,
  second: m.match_tab_second,
  done: m.match_tab_done,
}

function MatchDesk() {
  const [search, setSearch] = useSearchParams()
  const show = DESK_STATES.find((state) => state === search.get('show')) ?? 'waiting'
  const read = useApiQuery(listDeskLines, { query: { state: show } }, { refetchInterval: 60_000 })
  const lines = read.data ?? []
  const chosen = search.get('line') ?? lines[0]?.id ?? null
  const choose = (id: string) =>
    setSearch(
      { ...(show === 'waiting' ? {} : { show }), line: id },
      { replace: true, preventScrollReset: true },
    )
  useMoves(lines, chosen, choose)
  return (
    <>
      <nav className="money__tabs" aria-label={m.match_title()}>
        {DESK_STATES.map((state) => (
          <a
            key={state}
            className="button"
            href={state === 'waiting' ? '?' : `?show=${state}`}
            aria-current={state === show ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault()
              setSearch(state === 'waiting' ? {} : { show: state })
            }}
          >
            {TAB_WORDS[state]()}
          </a>
        ))}
      </nav>
      {read.isPending && <Skeleton bars={5} />}
      {read.isError && <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />}
      {read.data && lines.length === 0 && <EmptyState title={m.match_none()} />}
      <ListCsv
        rows={lines}
        columns={[
          'date',
          'bank',
          'tail',
          'dir',
          'amount_paise',
          'narration',
          'tier',
          'rule',
          'outcome',
          'state',
        ]}
        file="bank-lines.csv"
      />
      <div className="money__desk">
        {lines.length > 0 && <Queue lines={lines} chosen={chosen} onChoose={choose} />}
        {chosen && <LineDetail key={chosen} id={chosen} />}
      </div>
    </>
  )
}

/** Not while somebody types, or a dialog is open. */
const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element && target.matches('input, textarea, select'))

function useMoves(lines: readonly DeskLine[], chosen: string | null, choose: (id: string) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key.toLowerCase()]
      if (!step || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return
      const next = lines[lines.findIndex(({ id }) => id === chosen) + step]
      if (!next) return
      choose(next.id)
      document.getElementById(`line-${next.id}`)?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

interface QueueProps {
  readonly lines: readonly DeskLine[]
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

function Queue({ lines, chosen, onChoose }: QueueProps) {
  return (
    <div>
      <p className="muted money__keys">
        <kbd>J</kbd> <kbd>K</kbd> {m.match_keys_move()} · <kbd>Enter</kbd> {m.match_keys_take()}
      </p>
      <ul className="money__queue">
        {lines.map((line) => (
          <li key={line.id}>
            <button
              id={`line-${line.id}`}
              type="button"
              className="money__line"
              aria-current={line.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(line.id)}
            >
              <Money paise={signedPaise({ dir: line.dir, amountPaise: line.amount_paise })} /> · {line.date} ·{' '}
              {line.bank} ••{line.tail}
              <br />
              {line.narration}
              <br />
              <span className="muted">
                {tierWords(line.tier)}
                {line.needs_second && ` · ${m.match_needs_second()}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export default MatchPage
