/** Asks once, for every action alike: what it leads to, who gets what, what it needs to know, whether it is final. */
import type { Deal } from '../../../../core/contract/deals.ts'
import type { HoldTo } from '../../../../core/lifecycle/transitions.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { Guide } from '../files/guide.tsx'
import { aboutOf } from '../words/about.ts'
import { isStop, verbOf } from '../words/actions.ts'
import { ActionField } from './field.tsx'
import { paiseOf } from './inputs.ts'
import { outcomeOf } from './outcome.ts'
import { Shares } from './shares.tsx'
import { useAction } from './use-action.ts'

interface ActionDialogProps {
  readonly deal: Deal
  /** Null while nothing is asked. */
  readonly action: string | null
  readonly onClose: () => void
}

export function ActionDialog({ deal, action, onClose }: ActionDialogProps) {
  if (action === null) return null
  return <Asked key={action} deal={deal} action={action} onClose={onClose} />
}

function Asked({ deal, action, onClose }: ActionDialogProps & { readonly action: string }) {
  const { fields, form, problem, send, isPending } = useAction(deal, action, onClose)
  const outcome = outcomeOf(deal, action)
  const verb = verbOf(deal, action)
  const about = aboutOf(deal, action)
  // it may have become impossible while the dialog stood open
  const isOpen = deal.actions.some(({ name }) => name === action)
  return (
    <Dialog opened onClose={onClose} title={verb} locked={isPending}>
      {about && <p>{about}</p>}
      {action === 'accept' && <AcceptedAmount deal={deal} />}
      {isSending(action) && <Guide deal={deal} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {fields.map((field) => (
          <ActionField
            key={field.name}
            deal={deal}
            action={action}
            field={field}
            props={form.field(field.name)}
          />
        ))}
        <Shares
          deal={deal}
          hold={holdOf(action, outcome?.hold ?? null)}
          payerSharePaise={paiseOf(form.values.payer_share_paise)}
        />
        {outcome?.final && (
          <Notice kind="next">
            <p>{m.ui_final()}</p>
          </Notice>
        )}
        {problem && <ErrorNotice message={problem} />}
        <p className="actions deal__ask">
          {isOpen && (
            <Button type="submit" kind={isStop(action) ? 'stop' : 'next'} busy={isPending}>
              {isPending ? m.deal_sending() : verb}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose} disabled={isPending}>
            {isOpen ? m.ui_cancel() : m.deal_look_again()}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}

/** A share that is proposed is shown as one that is decided: as it would come out. */
const holdOf = (action: string, hold: HoldTo | null): HoldTo | null =>
  action === 'propose_split' ? 'decision' : hold

/** The film of the packing is made before the courier has the parcel. */
const isSending = (action: string): boolean => action === 'ship' || action === 'ship_return'

/** What accepting commits to, for this side: no other figure on the page says it in one line. */
function AcceptedAmount({ deal }: { deal: Deal }) {
  const isPayer = deal.me === 'payer'
  return (
    <dl className="shares">
      <div>
        <dt>{isPayer ? m.deal_accept_pay() : m.deal_accept_receive()}</dt>
        <dd>
          <Money paise={isPayer ? deal.money.amount_paise : deal.money.release_payee_paise} />
        </dd>
      </div>
    </dl>
  )
}
