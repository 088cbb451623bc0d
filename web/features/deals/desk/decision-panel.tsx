/** The decision, beside the case: who gets what is shown to the paisa before anything moves, and what is typed is kept. */
import { useState } from 'react'
import { type Deal, getDeal } from '#core/contract/deals.ts'
import {
  confirmDecision,
  type DeskCase,
  decideDispute,
  dropDecision,
  listDisputes,
  readDispute,
} from '#core/contract/dispute-desk.ts'
import { m } from '#messages/compiled/messages.js'
import { Shares, splitOf } from '#web/features/deals/actions/shares.tsx'
import { moneyText } from '#web/features/deals/words/actions.ts'
import { faultWords } from '#web/features/deals/words/fields.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment } from '#web/ui/values.tsx'
import type { CaseDispute } from './case-side.tsx'
import { bodyOfDraft, DecisionForm, type DraftDecision, missingInDraft, useDraft } from './decision-form.tsx'
import { FeeFates } from './fee-fates.tsx'

interface DecisionPanelProps {
  readonly deal: Deal
  readonly dispute: CaseDispute
  readonly desk: DeskCase
}

const refresh = [readDispute, getDeal, listDisputes]
const NONE = [] as const

export function DecisionPanel(props: DecisionPanelProps) {
  const { desk } = props
  return (
    <section className="case__panel" aria-labelledby="case-decision">
      <h2 id="case-decision">{m.deal_decision()}</h2>
      {desk.own_case ? (
        <Notice kind="stop">
          <p>{m.refusal_own_case()}</p>
        </Notice>
      ) : desk.proposal ? (
        <Proposed {...props} proposal={desk.proposal} />
      ) : (
        <Decide {...props} />
      )}
    </section>
  )
}

function Decide({ deal, dispute, desk }: DecisionPanelProps) {
  const [draft, setDraft, forget] = useDraft(deal.form_pk)
  const [isAsking, setAsking] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const decide = useApiMutation(decideDispute, {
    refresh,
    onDone: ({ state }) => {
      forget()
      toast(state === 'proposed' ? m.desk_proposed() : m.desk_decided())
    },
    onError: () => setAsking(false),
  })
  const body = bodyOfDraft(draft)
  const missing = missingInDraft(draft, deal.money.held_paise)
  const parts = splitOf(deal, body?.payer_share_paise)
  const money = parts ? moneyText(deal, parts) : ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (missing.length === 0) setAsking(true)
        else setAttempts((before) => before + 1)
      }}
    >
      <ErrorSummary attempts={attempts} lines={attempts > 0 ? missing : NONE} />
      {desk.needs_two && <p>{m.desk_needs_two()}</p>}
      <DecisionForm deal={deal} dispute={dispute} draft={draft} onChange={setDraft} />
      <DecisionOutcome deal={deal} dispute={dispute} share={body?.payer_share_paise} fault={draft.fault} />
      {decide.isError && <ErrorNotice message={errorWords(decide.error)} />}
      <Button type="submit" kind="next" wide>
        {desk.needs_two ? m.desk_propose() : m.desk_decide()}
      </Button>
      <p className="field__hint">{m.desk_draft()}</p>
      <ConfirmDialog
        opened={isAsking}
        title={m.deal_decision()}
        verb={desk.needs_two ? m.desk_propose() : m.desk_decide_money({ money })}
        final={!desk.needs_two}
        busy={decide.isPending}
        onConfirm={() => body && decide.mutate({ params: { form_pk: deal.form_pk }, body })}
        onClose={() => setAsking(false)}
      >
        <DecisionOutcome deal={deal} dispute={dispute} share={body?.payer_share_paise} fault={draft.fault} />
      </ConfirmDialog>
    </form>
  )
}

interface OutcomeProps extends Pick<DecisionPanelProps, 'deal' | 'dispute'> {
  readonly share: number | undefined
  readonly fault: DraftDecision['fault']
}

/** Who gets what, and what becomes of the fees. */
export const DecisionOutcome = ({ deal, dispute, share, fault }: OutcomeProps) => (
  <>
    <Shares deal={deal} parts={splitOf(deal, share)} />
    <FeeFates deal={deal} dispute={dispute} fault={fault} />
  </>
)

interface ProposedProps extends DecisionPanelProps {
  readonly proposal: NonNullable<DeskCase['proposal']>
}

/** What another one wrote: looked at, then confirmed or declined. */
function Proposed({ deal, dispute, proposal }: ProposedProps) {
  const { id, mine, by, at, reasons, at_fault, payer_share_paise } = proposal
  const confirm = useApiMutation(confirmDecision, { refresh, onDone: () => toast(m.desk_decided()) })
  const drop = useApiMutation(dropDecision, { refresh, onDone: () => toast(m.desk_dropped()) })
  const error = confirm.error ?? drop.error
  return (
    <>
      <p>
        {mine ? m.desk_waits_second() : m.desk_written_by({ name: by })} · <Moment at={at} />
      </p>
      <DecisionOutcome deal={deal} dispute={dispute} share={payer_share_paise} fault={at_fault} />
      <p>{m.deal_fault_line({ who: faultWords(deal, at_fault) })}</p>
      <blockquote className="deal__text case__statement">{reasons}</blockquote>
      {error && <ErrorNotice message={errorWords(error)} />}
      <p className="actions">
        {!mine && (
          <Button
            kind="next"
            busy={confirm.isPending}
            disabled={drop.isPending}
            onClick={() => confirm.mutate({ params: { id } })}
          >
            {m.desk_confirm()}
          </Button>
        )}
        <Button
          busy={drop.isPending}
          disabled={confirm.isPending}
          onClick={() => drop.mutate({ params: { id } })}
        >
          {mine ? m.desk_take_back() : m.desk_decline()}
        </Button>
      </p>
    </>
  )
}
