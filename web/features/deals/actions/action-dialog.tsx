/** The confirmation of every action: what it does, who gets what, its fields, whether it is final. */

import { useState } from 'react'
import type { Deal } from '#core/contract/deals.ts'
import { formatPaiseShort } from '#core/money.ts'
import { rulesOf } from '#core/shown-rules.ts'
import { m } from '#messages/compiled/messages.js'
import { EvidenceGuide } from '#web/features/deals/files/evidence-guide.tsx'
import { aboutOf, isEarlyPayment } from '#web/features/deals/words/about.ts'
import { isStop, verbOf } from '#web/features/deals/words/actions.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { AcceptedAmount } from './accepted-amount.tsx'
import { ActionField } from './action-field.tsx'
import { earlyWords } from './early-release.tsx'
import { type FormField, paiseOf } from './inputs.ts'
import { Shares, splitOf } from './shares.tsx'
import { useAction } from './use-action.ts'

interface ActionDialogProps {
  readonly deal: Deal
  /** Null while the dialog is closed. */
  readonly action: string | null
  readonly onClose: () => void
}

export function ActionDialog({ deal, action, onClose }: ActionDialogProps) {
  if (action === null) return null
  if (action === 'confirm_receipt') return <ConfirmArrival deal={deal} onClose={onClose} />
  return <OpenActionDialog key={action} deal={deal} action={action} onClose={onClose} />
}

/** First whether it was opened: after the confirmation the time to complain runs, and whoever holds a closed box cannot know. */
function ConfirmArrival({ deal, onClose }: Omit<ActionDialogProps, 'action'>) {
  const [isOpened, setOpened] = useState(deal.track !== 'shopping')
  if (isOpened) return <OpenActionDialog deal={deal} action="confirm_receipt" onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={m.deal_arrival_title()}>
      <p>{m.deal_arrival_text()}</p>
      <p>{aboutOf(deal, 'confirm_receipt')}</p>
      <EvidenceGuide deal={deal} />
      <p className="actions deal__dialog-buttons">
        <Button kind="next" onClick={() => setOpened(true)}>
          {m.deal_arrival_yes()}
        </Button>
        <Button onClick={onClose}>{m.deal_arrival_no()}</Button>
      </p>
    </Dialog>
  )
}

/** Without the question that comes before it. */
export function OpenActionDialog({ deal, action, onClose }: ActionDialogProps & { readonly action: string }) {
  const { fields, form, areFilesLost, problem, send, isPending } = useAction(deal, action, onClose)
  const verb = verbOf(deal, action)
  // The action may have become impossible while the dialog was open.
  const outcome = deal.actions.find(({ name }) => name === action)
  const about = outcome && aboutOf(deal, action)
  const early = isEarlyPayment(deal, action) ? earlyWords(deal) : null
  return (
    <Dialog opened onClose={onClose} title={verb} locked={isPending}>
      {about && <p>{about}</p>}
      {/* one's own move is shown before its dialog closes */}
      {!outcome && !isPending && (
        <Notice kind="stop">
          <p>{m.deal_moved_on()}</p>
        </Notice>
      )}
      {early && (
        <Notice kind="stop" title={early.title}>
          <p>{early.warning}</p>
        </Notice>
      )}
      {action === 'accept' && <AcceptedAmount deal={deal} />}
      {isShipping(action) && <EvidenceGuide deal={deal} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <ErrorSummary {...form.summary} />
        {fields.map((field) => (
          <ActionField
            key={field.name}
            deal={deal}
            action={action}
            field={field}
            props={form.field(field.name)}
            byHand={form.values.courier === 'hand'}
            areFilesLost={areFilesLost}
          />
        ))}
        <Shares
          deal={deal}
          parts={
            isShareTyped(fields)
              ? splitOf(deal, paiseOf(form.values.payer_share_paise))
              : (outcome?.parts ?? null)
          }
        />
        {outcome?.final && (
          <Notice kind="next">
            <p>{m.ui_final()}</p>
          </Notice>
        )}
        {problem && <ErrorNotice message={problem} />}
        <p className="actions deal__dialog-buttons">
          {outcome && (
            <Button type="submit" kind={isStop(action) ? 'stop' : 'next'} busy={isPending}>
              {isPending ? m.deal_sending() : sendWords(deal, action)}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose} disabled={isPending}>
            {outcome ? m.ui_cancel() : m.deal_review_again()}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}

/** The button that sends says the fee which comes with a complaint. */
function sendWords(deal: Deal, action: string): string {
  const { disputeFeePaise } = rulesOf(deal)
  return action === 'complain' && disputeFeePaise > 0
    ? m.deal_complain_and_pay({ fee: formatPaiseShort(disputeFeePaise) })
    : verbOf(deal, action)
}

/** A proposal and a decision name the payer's share. */
const isShareTyped = (fields: readonly FormField[]): boolean =>
  fields.some(({ name }) => name === 'payer_share_paise')

/** Packing is recorded before the courier has the parcel. */
const isShipping = (action: string): boolean => action === 'ship' || action === 'ship_return'
