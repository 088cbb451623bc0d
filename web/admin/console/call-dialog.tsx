/** What came of a call: kept with the lead, with who called and when. */
import { teamDesks } from '#core/contract/home.ts'
import {
  CALL_OUTCOMES,
  type Lead,
  type LeadOutcome,
  listLeads,
  recordLeadCall,
} from '#core/contract/leads.ts'
import { fieldProblems } from '#core/field-problems.ts'
import { proseField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProseField, SelectField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'

export const CALL_WORDS: Readonly<Record<LeadOutcome, () => string>> = {
  no_answer: m.lead_no_answer,
  call_again: m.lead_call_again,
  answered: m.lead_answered,
  not_wanted: m.lead_not_wanted,
  wrong_number: m.lead_wrong_number,
}

const note = proseField(1, 500)
const RULES = {
  outcome: (value: unknown) => (value === '' ? ['select'] : []),
  note: (value: unknown) => (value === '' ? [] : fieldProblems(note, value)),
}

export function CallDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const { field, values, attempt, summary, showErrors } = useFields({ outcome: '', note: '' }, RULES)
  const keep = useApiMutation(recordLeadCall, {
    refresh: [listLeads, teamDesks],
    onDone: () => {
      onClose()
      toast(m.admin_lead_kept())
    },
  })
  const send = () =>
    keep.mutate(
      { params: { id: lead.id }, body: { outcome: values.outcome as LeadOutcome, note: values.note } },
      { onError: showErrors },
    )
  return (
    <Dialog
      opened
      title={m.admin_lead_call_name({ name: lead.name })}
      onClose={onClose}
      locked={keep.isPending}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!keep.isPending) attempt(send)
        }}
      >
        <ErrorSummary {...summary} />
        <SelectField
          {...field('outcome')}
          label={m.admin_lead_outcome()}
          prompt={m.admin_lead_outcome_choose()}
          options={CALL_OUTCOMES.map((value) => ({ value, label: CALL_WORDS[value]() }))}
        />
        <ProseField {...field('note')} label={m.admin_lead_note()} hint={m.admin_lead_note_hint()} optional />
        {keep.isError && <ErrorNotice message={errorWords(keep.error)} />}
        <p className="actions">
          <Button type="submit" kind="next" busy={keep.isPending}>
            {m.admin_lead_keep()}
          </Button>
          <Button kind="quiet" onClick={onClose} disabled={keep.isPending}>
            {m.ui_cancel()}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
