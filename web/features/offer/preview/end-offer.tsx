/** The two ways to end an offer before it is accepted, each asked once. */
import { useState } from 'react'
import { actOnDeal, type Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ProseField } from '#web/ui/field.tsx'
import { useStoreAnswer } from './use-offer.ts'

function useEnd(deal: Deal, action: 'decline' | 'withdraw') {
  const [isAsked, setAsked] = useState(false)
  const takeAnswer = useStoreAnswer(deal.track)
  const act = useApiMutation(actOnDeal, { onDone: takeAnswer })
  const send = (body: Record<string, unknown>) => {
    if (!act.isPending) act.mutate({ params: { form_pk: deal.form_pk, action }, body })
  }
  const dialog = {
    opened: isAsked,
    kind: 'stop' as const,
    final: true,
    busy: act.isPending,
    error: act.isError ? errorWords(act.error) : null,
    onClose: () => setAsked(false),
  }
  return { dialog, send, ask: () => setAsked(true) }
}

export function DeclineButton({ deal }: { deal: Deal }) {
  const { dialog, send, ask } = useEnd(deal, 'decline')
  const { field, values } = useFields({ reason: '' }, {})
  return (
    <>
      <Button kind="stop" onClick={ask}>
        {m.preview_decline()}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={m.preview_decline_title()}
        verb={m.preview_decline()}
        onConfirm={() => send({ reason: values.reason })}
      >
        <p>{m.preview_decline_text()}</p>
        <ProseField {...field('reason')} label={m.preview_decline_reason()} optional />
      </ConfirmDialog>
    </>
  )
}

export function WithdrawButton({ deal }: { deal: Deal }) {
  const { dialog, send, ask } = useEnd(deal, 'withdraw')
  return (
    <>
      <Button kind="stop" onClick={ask}>
        {m.preview_withdraw()}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={m.preview_withdraw_title()}
        verb={m.preview_withdraw()}
        onConfirm={() => send({})}
      >
        <p>{m.preview_withdraw_text()}</p>
      </ConfirmDialog>
    </>
  )
}
