/** Sandbox only: simulates the bank through the provider's own webhook. */
import { getDeal } from '#core/contract/deals.ts'
import type { Payment } from '#core/contract/payments.ts'
import { SANDBOX_CASES, sandboxPayment } from '#core/contract/site.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'

type SandboxOutcome = (typeof SANDBOX_CASES)[number]

const WORDS: Readonly<Record<SandboxOutcome, () => string>> = {
  succeed: m.deal_play_succeed,
  fail: m.deal_play_fail,
  late: m.deal_play_late,
  twice: m.deal_play_twice,
  short: m.deal_play_short,
  over: m.deal_play_over,
}

export function SandboxOutcomes({ payment }: { payment: Payment }) {
  const simulate = useApiMutation(sandboxPayment, { refresh: [getDeal] })
  const button = (outcome: SandboxOutcome) => (
    <Button
      key={outcome}
      busy={simulate.isPending}
      onClick={() => simulate.mutate({ params: { id: payment.id, outcome } })}
    >
      {WORDS[outcome]()}
    </Button>
  )
  return (
    <div className="bank-simulator">
      <p className="bank-simulator__title">{m.deal_play()}</p>
      {button('succeed')}
      {simulate.isError && <ErrorNotice message={errorWords(simulate.error)} />}
      <details>
        <summary>{m.deal_play_more()}</summary>
        <div className="actions">{SANDBOX_CASES.filter((outcome) => outcome !== 'succeed').map(button)}</div>
      </details>
    </div>
  )
}
