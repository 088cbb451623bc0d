/** /admin/leads: who asked to be called, newest first; gone from the list once called. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Answer } from '#core/contract/endpoint.ts'
import { deleteLead, listLeads } from '#core/contract/grievance.ts'
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
import { ConsolePage } from './console-page.tsx'

const A_PAGE = 30
type Lead = Answer<typeof listLeads>[number]

export const meta = () => appMeta(m.admin_nav_leads())

const LeadsPage = () => (
  <ConsolePage title={m.admin_nav_leads()} roles={['Admin']}>
    {() => <LeadList />}
  </ConsolePage>
)

function LeadList() {
  const [search] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const read = useApiPage(listLeads, { query: { page, page_size: A_PAGE } })
  const [called, setCalled] = useState<Lead | null>(null)
  const forget = useApiMutation(deleteLead, {
    refresh: [listLeads],
    onDone: ({ message }) => {
      setCalled(null)
      toast(message)
    },
  })
  if (read.isPending) return <Skeleton bars={4} />
  if (!read.data) return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const { rows, total } = read.data
  if (rows.length === 0) return <EmptyState title={m.admin_leads_none()} />
  return (
    <>
      <ul className="console__list">
        {rows.map((row) => (
          <li key={row.id}>
            <strong>{row.name}</strong>{' '}
            <a className="console__link" href={`tel:+91${row.phone_number}`}>
              +91 {row.phone_number}
            </a>{' '}
            <span className="muted">
              <Moment at={row.created_at} />
            </span>
            {row.message && <p>{row.message}</p>}
            <Button aria-label={m.admin_lead_called_name({ name: row.name })} onClick={() => setCalled(row)}>
              {m.admin_lead_called()}
            </Button>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / A_PAGE)} hrefOf={(to) => (to > 1 ? `?page=${to}` : '?')} />
      <ConfirmDialog
        opened={called !== null}
        title={m.admin_lead_called_name({ name: called?.name ?? '' })}
        verb={m.admin_lead_forget()}
        final
        busy={forget.isPending}
        error={forget.isError ? errorWords(forget.error) : null}
        onConfirm={() => called && forget.mutate({ params: { id: called.id } })}
        onClose={() => setCalled(null)}
      >
        <p>{m.admin_lead_forget_text()}</p>
      </ConfirmDialog>
    </>
  )
}

export default LeadsPage
