/** Practice mode alone: plays the bank, by the provider's own webhook. */
import { getDeal, type Payment } from '../../../../core/contract/deals.ts'
import { SANDBOX_CASES, sandboxPayment } from '../../../../core/contract/site.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { errorWords } from '../../../lib/api-error.ts'
import { useAct } from '../../../lib/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'

type Outcome = (typeof SANDBOX_CASES)[number]

const WORDS: Readonly<Record<Outcome, () => string>> = {
  succeed: m.deal_play_succeed,
  fail: m.deal_play_fail,
  late: m.deal_play_late,
  twice: m.deal_play_twice,
  short: m.deal_play_short,
  over: m.deal_play_over,
}

export function SandboxPlay({ payment }: { payment: Payment }) {
  const play = useAct(sandboxPayment, { refresh: [getDeal] })
  const button = (outcome: Outcome) => (
    <Button
      key={outcome}
      busy={play.isPending}
      onClick={() => play.mutate({ params: { id: payment.id, outcome } })}
    >
      {WORDS[outcome]()}
    </Button>
  )
  return (
    <div className="play">
      <p className="play__title">{m.deal_play()}</p>
      {button('succeed')}
      {play.isError && <ErrorNotice message={errorWords(play.error)} />}
      <details>
        <summary>{m.deal_play_more()}</summary>
        <div className="actions">{SANDBOX_CASES.filter((one) => one !== 'succeed').map(button)}</div>
      </details>
    </div>
  )
}
