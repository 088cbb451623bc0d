/** /admin/leads: who asked to be called, what came of each call, and whether somebody has to call again. */
import { useState } from 'react'
import { teamDesks } from '#core/contract/home.ts'
import { deleteLead, type Lead, listLeads } from '#core/contract/leads.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation, useApiPage } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment } from '#web/ui/values.tsx'
import { CALL_WORDS, CallDialog } from './call-dialog.tsx'
import { ConsolePage } from './console-page.tsx'
import { ListToolbar, noneWords, useListHref, useListView } from './list-toolbar.tsx'

const A_PAGE = 30

export const meta = () => appMeta(m.admin_nav_leads())

const LeadsPage = () => (
  <ConsolePage title={m.admin_nav_leads()} roles={['Admin']}>
    {() => <LeadDesk />}
  </ConsolePage>
)

function LeadDesk() {
  const view = useListView()
  const states = [
    ['', m.list_all()],
    ['open', m.admin_lead_open()],
    ['done', m.admin_lead_done()],
  ] as const
  return (
    <>
      <ListToolbar view={view} states={states} hint={m.admin_search_leads()} />
      <LeadList page={view.page} state={view.filter.state} search={view.search} />
    </>
  )
}

interface LeadListProps {
  readonly page: number
  readonly state: string | undefined
  readonly search: string
}

function LeadList({ page, state, search }: LeadListProps) {
  const hrefOf = useListHref()
  const query = { page, page_size: A_PAGE, search, ...(state ? { state: state as 'open' } : {}) }
  const read = useApiPage(listLeads, { query }, { refetchInterval: 60_000 })
  const [question, setQuestion] = useState<{ lead: Lead; about: 'call' | 'delete' } | null>(null)
  const close = () => setQuestion(null)
  if (read.isPending) return <Skeleton bars={4} />
  if (!read.data) return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { rows, total } = read.data
  return (
    <>
      {rows.length === 0 && (
        <EmptyState title={noneWords(search, state ? m.list_none() : m.admin_leads_none())} />
      )}
      <ul className="console__list">
        {rows.map((row) => (
          <li key={row.id}>
            <LeadCard
              lead={row}
              onCall={() => setQuestion({ lead: row, about: 'call' })}
              onDelete={() => setQuestion({ lead: row, about: 'delete' })}
            />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(total / A_PAGE)}
        hrefOf={(to) => hrefOf({ page: to > 1 ? String(to) : '' })}
      />
      {question?.about === 'call' && <CallDialog lead={question.lead} onClose={close} />}
      {question?.about === 'delete' && <DeleteDialog lead={question.lead} onClose={close} />}
    </>
  )
}

interface LeadCardProps {
  readonly lead: Lead
  readonly onCall: () => void
  readonly onDelete: () => void
}

const LeadCard = ({ lead, onCall, onDelete }: LeadCardProps) => (
  <article aria-label={lead.name}>
    <strong>{lead.name}</strong>{' '}
    <a className="console__link" href={`tel:+91${lead.phone_number}`}>
      +91 {lead.phone_number}
    </a>{' '}
    <span className="muted">
      <Moment at={lead.created_at} />
      {lead.done && ` · ${m.admin_lead_is_done()}`}
    </span>
    {lead.message && <p>{lead.message}</p>}
    {lead.calls.length > 0 && (
      <ul className="console__calls">
        {lead.calls.map(({ outcome, note, by, at }) => (
          <li key={at}>
            {m.admin_lead_call_line({ outcome: CALL_WORDS[outcome](), name: by })} · <Moment at={at} />
            {note && <p className="console__prose">{note}</p>}
          </li>
        ))}
      </ul>
    )}
    <p className="actions">
      <Button
        kind={lead.done ? 'plain' : 'next'}
        aria-label={m.admin_lead_called_name({ name: lead.name })}
        onClick={onCall}
      >
        {m.admin_lead_called()}
      </Button>
      <Button kind="quiet" aria-label={m.admin_lead_forget_name({ name: lead.name })} onClick={onDelete}>
        {m.admin_lead_forget()}
      </Button>
    </p>
  </article>
)

function DeleteDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const forget = useApiMutation(deleteLead, {
    refresh: [listLeads, teamDesks],
    onDone: ({ message }) => {
      onClose()
      toast(message)
    },
  })
  return (
    <ConfirmDialog
      opened
      title={m.admin_lead_forget_name({ name: lead.name })}
      verb={m.admin_lead_forget()}
      kind="stop"
      final
      busy={forget.isPending}
      error={forget.isError ? errorWords(forget.error) : null}
      onConfirm={() => forget.mutate({ params: { id: lead.id } })}
      onClose={onClose}
    >
      <p>{m.admin_lead_forget_text()}</p>
    </ConfirmDialog>
  )
}

export default LeadsPage
