import { m } from '#messages/compiled/messages.js'
import { Notice } from '#web/ui/notice.tsx'

/** In the place of ways to pay, while other people's money is short. */
export const PaymentsPaused = () => (
  <Notice kind="next" title={m.deal_pay_paused()} live>
    <p>{m.deal_pay_paused_text()}</p>
  </Notice>
)
