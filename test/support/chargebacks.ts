/** What a provider reports of a payment that its payer disputes with their bank. */
import type { ChargebackFact } from '#server/rails/rail.ts'
import { applyFact } from '#server/services/money/apply-fact.ts'
import { type TestApp, testSettings } from './app.ts'

export interface ChargebackReport extends Partial<ChargebackFact> {
  readonly state: ChargebackFact['state']
}

const PAYMENT = `select provider_payment_id, deposit.amount_paise::int from deposit join pay_in on pay_in.id = pay_in_id
  where deposit.deal_id = $1 and purpose = 'amount'`

/** The bank gives what the deal was paid with back to its payer, all of it or so much. */
export async function takeBack(app: TestApp, formPk: string, paise?: number): Promise<void> {
  const [row] = (await app.db.ownerPool.query(PAYMENT, [formPk])).rows
  const { provider_payment_id: paymentId, amount_paise: amountPaise } = row
  const fact = { kind: 'taken_back', paymentId, amountPaise: paise ?? amountPaise } as const
  await app.db.runInTransaction((tx, now) => applyFact({ tx, now, settings: testSettings }, 'sandbox', fact))
}

/** Of what the deal was paid with. A lost one has taken all of it, unless it says otherwise. */
export async function reportChargeback(
  app: TestApp,
  formPk: string,
  { state, ...over }: ChargebackReport,
): Promise<void> {
  const { rows } = await app.db.ownerPool.query(PAYMENT, [formPk])
  const { provider_payment_id: paymentId, amount_paise: amountPaise } = rows[0]
  const fact: ChargebackFact = {
    ...{ kind: 'chargeback', disputeId: `disp-${formPk}`, paymentId, amountPaise, phase: 'chargeback' },
    ...{ deductedPaise: state === 'lost' ? amountPaise : 0, reason: 'not_received', state },
    respondBy: Date.UTC(2030, 0, 15, 6, 30),
    ...over,
  }
  await app.db.runInTransaction((tx, now) => applyFact({ tx, now, settings: testSettings }, 'sandbox', fact))
}
