/** Files for the bank: approved by another Admin than made them, downloaded, and followed by the bank's report. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  approvePayoutBatch,
  type BatchReport,
  cancelPayoutBatch,
  downloadPayoutBatch,
  getPayoutBatch,
  listHandPayouts,
  listPayoutBatches,
  type PayoutBatch,
  reportPayoutBatch,
} from '#core/contract/payout-batches.ts'
import { m } from '#messages/compiled/messages.js'
import { saveAs } from '#web/admin/console/list-csv.tsx'
import { NoteField, useNote } from '#web/admin/console/note-field.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { keyOf, useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { PickFile } from '#web/ui/pick-file.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import { teamRequest } from './team-request.ts'

const refresh = [listPayoutBatches, listHandPayouts]

const STATE_WORDS: Readonly<Record<PayoutBatch['state'], () => string>> = {
  made: m.payouts_state_made,
  approved: m.payouts_state_approved,
  downloaded: m.payouts_state_downloaded,
  cancelled: m.payouts_state_cancelled,
}

export function PayoutBatches() {
  const read = useApiQuery(listPayoutBatches, {}, { refetchInterval: 60_000 })
  return (
    <section aria-labelledby="payout-batches">
      <h2 id="payout-batches">{m.payouts_batches()}</h2>
      {read.isPending && <Skeleton bars={3} />}
      {read.isError && <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />}
      {read.data?.length === 0 && <p className="muted">{m.payouts_batches_none()}</p>}
      <ul className="console__list">
        {read.data?.map((batch) => (
          <li key={batch.id}>
            <Batch batch={batch} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Batch({ batch }: { batch: PayoutBatch }) {
  const params = { id: batch.id }
  const approve = useApiMutation(approvePayoutBatch, { refresh })
  const cancel = useApiMutation(cancelPayoutBatch, { refresh })
  const error = approve.error ?? cancel.error
  const isOpen = batch.state === 'made' || batch.state === 'approved'
  return (
    <article aria-label={batch.file_name}>
      <h3>{batch.file_name}</h3>
      <p>
        <strong>{STATE_WORDS[batch.state]()}</strong> · {m.payouts_count({ count: String(batch.count) })} ·{' '}
        <Money paise={batch.total_paise} />
      </p>
      <p className="muted">
        {m.payouts_made_by({ name: batch.made_by })} · <Moment at={batch.made_at} />
        {batch.approved_by && ` · ${m.statements_approved_by({ name: batch.approved_by })}`}
      </p>
      {isOpen && <Content id={batch.id} />}
      {error && <ErrorNotice message={errorWords(error)} />}
      <p className="actions">
        {batch.state === 'made' && batch.mine && <span className="muted">{m.payouts_mine()}</span>}
        {batch.state === 'made' && !batch.mine && (
          <Button kind="next" busy={approve.isPending} onClick={() => approve.mutate({ params })}>
            {m.payouts_approve()}
          </Button>
        )}
        {isOpen && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate({ params })}>
            {m.payouts_cancel()}
          </Button>
        )}
      </p>
      {(batch.state === 'approved' || batch.state === 'downloaded') && <Download batch={batch} />}
      {batch.state === 'downloaded' && <Report batch={batch} />}
    </article>
  )
}

/** What is approved: the file as it goes to the bank, beside whom its payouts belong to. */
function Content({ id }: { id: string }) {
  const read = useApiQuery(getPayoutBatch, { params: { id } })
  if (read.isPending) return <Skeleton bars={3} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  return (
    <>
      <h4>{m.payouts_owed_to()}</h4>
      <ul>
        {read.data.payouts.map(({ id: payoutId, code, name, destination, amount_paise }) => (
          <li key={payoutId}>
            {code} · {name} · {destination} · <Money paise={amount_paise} />
          </li>
        ))}
      </ul>
      <h4 id={`says-${id}`}>{m.payouts_says()}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled with the keys, too */}
      <section className="money__file" aria-labelledby={`says-${id}`} tabIndex={0}>
        <pre>{read.data.text}</pre>
      </section>
    </>
  )
}

function Download({ batch }: { batch: PayoutBatch }) {
  const client = useQueryClient()
  const { note: reason, attempt, field, summary } = useNote({ least: 1, most: 200 })
  const [state, setState] = useState({ isBusy: false, problem: '' })
  const isAgain = batch.state === 'downloaded'
  const start = async () => {
    setState({ isBusy: true, problem: '' })
    try {
      const response = await teamRequest(downloadPayoutBatch, { params: { id: batch.id }, body: { reason } })
      saveAs(await response.blob(), batch.file_name)
      setState({ isBusy: false, problem: '' })
    } catch (error) {
      setState({ isBusy: false, problem: errorWords(error) })
    }
    await client.invalidateQueries({ queryKey: keyOf(listPayoutBatches) })
  }
  return (
    <>
      {isAgain && <NoteField field={field} summary={summary} label={m.payouts_again_reason()} />}
      {state.problem !== '' && <ErrorNotice message={state.problem} />}
      <p className="actions">
        <Button
          kind={isAgain ? 'plain' : 'next'}
          busy={state.isBusy}
          onClick={() => (isAgain ? attempt(() => void start()) : void start())}
        >
          {isAgain ? m.payouts_again() : m.payouts_download()}
        </Button>
        {!isAgain && <span className="muted">{m.payouts_download_text()}</span>}
      </p>
    </>
  )
}

function useReport(batchId: string) {
  const client = useQueryClient()
  const [state, setState] = useState({ isBusy: false, problem: '' })
  const upload = async (file: File) => {
    setState({ isBusy: true, problem: '' })
    const body = new FormData()
    body.append('file', file, file.name)
    try {
      const response = await teamRequest(reportPayoutBatch, { params: { id: batchId }, body })
      const { accepted, rejected, pending, unread } = (await response.json()) as BatchReport
      toast(
        m.payouts_reported({
          accepted: String(accepted),
          rejected: String(rejected),
          pending: String(pending),
          unread: String(unread),
        }),
      )
      setState({ isBusy: false, problem: '' })
      await Promise.all(refresh.map((list) => client.invalidateQueries({ queryKey: keyOf(list) })))
    } catch (error) {
      setState({ isBusy: false, problem: errorWords(error) })
    }
  }
  return { state, upload }
}

/** A spreadsheet or text, the way the bank gives it. */
function Report({ batch }: { batch: PayoutBatch }) {
  const { state, upload } = useReport(batch.id)
  return (
    <>
      <PickFile
        label={m.payouts_report()}
        accept=".xlsx,.xls,.csv,.txt,.tsv"
        busy={state.isBusy}
        onPick={([file]) => file && void upload(file)}
      />
      {state.problem !== '' && <ErrorNotice message={state.problem} />}
    </>
  )
}
