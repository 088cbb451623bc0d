/** /admin/statements: what the bank says, dropped here by one Admin and approved by another. */
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { teamDesks } from '#core/contract/home.ts'
import {
  approveStatement,
  downloadStatement,
  type ListedStatement,
  listBankAccounts,
  listStatements,
  type PresentedStatement,
  uploadStatement,
} from '#core/contract/statements.ts'
import { m } from '#messages/compiled/messages.js'
import { ConsolePage } from '#web/admin/console/console-page.tsx'
import { ListCsv } from '#web/admin/console/list-csv.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { keyOf, useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { PickFile } from '#web/ui/pick-file.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import { BankAccountField } from './bank-account-field.tsx'
import { DropStatement } from './drop-statement.tsx'
import { SaveFile } from './save-file.tsx'
import { StatementLines } from './statement-lines.tsx'
import { teamRequest } from './team-request.ts'
import { statementProblemWords } from './words.ts'
import './money.css'

export const meta = () => appMeta(m.statements_title())

/** While lines are booked their number falls under one's eyes. */
const BOOKING_MS = 2_000

const StatementsPage = () => (
  <ConsolePage title={m.statements_title()} roles={['Admin']}>
    {() => (
      <>
        <Upload />
        <Statements />
      </>
    )}
  </ConsolePage>
)

function Upload() {
  const accounts = useApiQuery(listBankAccounts, {})
  const [chosen, setChosen] = useState('')
  const account = chosen || (accounts.data?.[0]?.id ?? '')
  const { state, upload } = useUpload(account)
  const [isOver, setOver] = useState(false)
  if (accounts.isPending) return <Skeleton bars={3} />
  if (accounts.isError)
    return <ErrorNotice message={errorWords(accounts.error)} onRetry={() => void accounts.refetch()} />
  if (accounts.data.length === 0)
    return (
      <EmptyState title={m.money_accounts_none()}>
        <p>{m.money_accounts_none_text()}</p>
        <Link className="console__link" to={href('/admin/bank-accounts')}>
          {m.money_accounts_add()}
        </Link>
      </EmptyState>
    )
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) void upload(file)
  }
  return (
    <section aria-labelledby="statement-upload">
      <h2 id="statement-upload">{m.statements_upload()}</h2>
      <BankAccountField
        label={m.statements_account()}
        accounts={accounts.data}
        value={account}
        onChange={setChosen}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the file field inside */}
      <div
        className={isOver ? 'money__drop money__drop--over' : 'money__drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p>{m.statements_drop()}</p>
        <PickFile
          label={m.statements_choose()}
          busy={state.isBusy}
          onPick={([file]) => file && void upload(file)}
        />
        <p className="muted">{m.statements_formats()}</p>
        <p role="status">{state.isBusy ? m.statements_reading() : ''}</p>
      </div>
      {state.problem !== '' && <ErrorNotice message={state.problem} />}
      {state.statement && <UploadResult statement={state.statement} />}
    </section>
  )
}

interface UploadState {
  readonly isBusy: boolean
  readonly problem: string
  readonly statement: PresentedStatement | null
}
const IDLE: UploadState = { isBusy: false, problem: '', statement: null }

function useUpload(account: string) {
  const client = useQueryClient()
  const [state, setState] = useState(IDLE)
  const upload = async (file: File) => {
    setState({ ...IDLE, isBusy: true })
    const body = new FormData()
    body.append('file', file, file.name)
    try {
      const response = await teamRequest(uploadStatement, { query: { account }, body })
      setState({ ...IDLE, statement: (await response.json()) as PresentedStatement })
      await client.invalidateQueries({ queryKey: keyOf(listStatements) })
    } catch (error) {
      setState({ ...IDLE, problem: errorWords(error) })
    }
  }
  return { state, upload }
}

function UploadResult({ statement }: { statement: PresentedStatement }) {
  if (statement.problem)
    return (
      <Notice kind="stop" title={m.statements_refused()} live>
        <p>{statementProblemWords(statement.problem, statement.problem_days)}</p>
      </Notice>
    )
  return (
    <Notice kind="arrived" title={m.statements_read({ count: String(statement.new_lines) })} live>
      <p>{m.statements_second()}</p>
    </Notice>
  )
}

function Statements() {
  const [search] = useSearchParams()
  const open = search.get('id')
  const read = useApiQuery(listStatements, {}, { refetchInterval: BOOKING_MS * 5 })
  if (read.isPending) return <Skeleton bars={4} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  return (
    <section aria-labelledby="statements">
      <h2 id="statements">{m.statements_list()}</h2>
      {read.data.length === 0 && <p className="muted">{m.statements_none()}</p>}
      <ListCsv
        rows={read.data}
        columns={[
          'bank',
          'tail',
          'file_name',
          'state',
          'from',
          'to',
          'opening_paise',
          'closing_paise',
          'new_lines',
          'dropped_by',
          'drop_note',
        ]}
        file="statements.csv"
      />
      <ul className="console__list">
        {read.data.map((row) => (
          <li key={row.id}>
            <Statement row={row} isOpen={row.id === open} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const STATE_WORDS = {
  read: m.statements_state_read,
  approved: m.statements_state_approved,
  refused: m.statements_state_refused,
} as const

function Statement({ row, isOpen }: { row: ListedStatement; isOpen: boolean }) {
  return (
    <article aria-label={`${row.bank} ••${row.tail} ${row.file_name}`}>
      <h3>
        {row.bank} ••{row.tail} · {row.from} – {row.to}
      </h3>
      <p>
        <strong>{row.withdrawn ? m.statements_state_withdrawn() : STATE_WORDS[row.state]()}</strong> ·{' '}
        {m.statements_lines({ lines: String(row.lines), count: String(row.new_lines) })}
      </p>
      {row.opening_paise !== null && row.closing_paise !== null && (
        <p>
          <Money paise={row.opening_paise} /> → <Money paise={row.closing_paise} />
        </p>
      )}
      <p className="muted">
        {row.file_name} · {m.statements_by({ name: row.uploaded_by })} · <Moment at={row.uploaded_at} />
        {row.approved_by && ` · ${m.statements_approved_by({ name: row.approved_by })}`}
        {row.dropped_by && !row.withdrawn && ` · ${m.statements_refused_by({ name: row.dropped_by })}`}
      </p>
      {row.drop_note && <blockquote>{row.drop_note}</blockquote>}
      {row.problem && <p>{statementProblemWords(row.problem, row.problem_days)}</p>}
      {row.unbooked > 0 && <Booking row={row} />}
      {row.new_lines > 0 && (
        <p className="actions">
          <Link className="button" to={href(`/admin/statements${isOpen ? '' : `?id=${row.id}`}`)}>
            {isOpen ? m.statements_hide() : m.statements_show()}
          </Link>
          <Approve row={row} />
          {row.state === 'read' && <DropStatement row={row} />}
        </p>
      )}
      <SaveFile
        label={m.statements_file()}
        name={row.file_name}
        read={async () => (await teamRequest(downloadStatement, { params: { id: row.id }, body: {} })).blob()}
      />
      {isOpen && <StatementLines id={row.id} />}
    </article>
  )
}

function Booking({ row }: { row: ListedStatement }) {
  useApiQuery(listStatements, {}, { refetchInterval: BOOKING_MS })
  const done = row.new_lines - row.unbooked
  return (
    <p>
      <label>
        {m.statements_booking({ done: String(done), count: String(row.new_lines) })}{' '}
        <progress value={done} max={row.new_lines} />
      </label>
    </p>
  )
}

function Approve({ row }: { row: ListedStatement }) {
  const approve = useApiMutation(approveStatement, {
    refresh: [listStatements, listBankAccounts, teamDesks],
    onDone: () => toast(m.statements_approved()),
  })
  if (row.state !== 'read') return null
  if (row.mine) return <span className="muted">{m.statements_mine()}</span>
  return (
    <>
      <Button kind="next" busy={approve.isPending} onClick={() => approve.mutate({ params: { id: row.id } })}>
        {m.statements_approve()}
      </Button>
      {approve.isError && <ErrorNotice message={errorWords(approve.error)} />}
    </>
  )
}

export default StatementsPage
