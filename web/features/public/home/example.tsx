/** The worked example of the home page: ₹8,500 between two people who do not exist, and says so. */
import { rupees } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { MoneyLine } from '#web/ui/money-line.tsx'

const AMOUNT = rupees(8500)
type Place = 'nowhere' | 'held' | 'payee'

export function ExampleLine({ at }: { at: Place }) {
  return (
    <MoneyLine
      payer={{ role: m.money_buyer(), name: m.home_example_payer() }}
      payee={{ role: m.money_seller(), name: m.home_example_payee() }}
      amountPaise={AMOUNT}
      heldPaise={at === 'held' ? AMOUNT : 0}
      payeePaise={at === 'payee' ? AMOUNT : 0}
      payerPaise={0}
      terse
    />
  )
}
