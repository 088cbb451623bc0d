/** Providers of tests. */
import { CAPABILITIES } from '#server/rails/capabilities.ts'
import type { Instruction, OutFact, OutOrder, Rail, RailAnswer, Reading } from '#server/rails/rail.ts'
import { SandboxRail } from '#server/rails/sandbox/sandbox.ts'
import { UpiRail } from '#server/rails/upi/upi.ts'

export const paidOut = (key: string, providerId = 'bank-1'): RailAnswer<OutFact> => ({
  is: 'done',
  facts: { kind: 'out', key, providerId, state: 'done', detail: null },
})
export const refusedOut = (
  detail: string,
  retry: 'never' | 'later' | 'new_key' | 'config',
): RailAnswer<never> => ({ is: 'refused', detail, retry })
export const NO_ANSWER: RailAnswer<never> = { is: 'unknown', detail: 'no answer in time' }

/** A provider whose answers the test sets, and whose orders it reads. It refunds no payments: the address is seen. */
export class RecordingRail implements Rail {
  readonly name: string
  readonly can = { ...CAPABILITIES.sandbox, refundsPayments: false }
  readonly orders: OutOrder[] = []
  readonly questions: OutOrder[] = []
  /** Undefined: paid. */
  result: RailAnswer<OutFact> | undefined
  found: RailAnswer<OutFact | 'none'> = NO_ANSWER
  constructor(name = 'sandbox') {
    this.name = name
  }
  readWebhook(): Reading {
    return { is: 'forged' }
  }
  async openPayIn(): Promise<RailAnswer<Instruction>> {
    const payee = { payeeVpa: 'test@bank', payeeName: 'Test' }
    return { is: 'done', facts: { ...payee, upiUrl: 'upi://pay', opensApp: true } }
  }
  async send(order: OutOrder): Promise<RailAnswer<OutFact>> {
    this.orders.push(order)
    return this.result ?? paidOut(order.key)
  }
  async findOut(order: OutOrder): Promise<RailAnswer<OutFact | 'none'>> {
    this.questions.push(order)
    return this.found
  }
}

export const addressOf = ({ how }: OutOrder): string => (how.by === 'transfer' ? how.address : '')

/** The operator's own UPI id beside the sandbox. */
export function upiAndSandbox(payeeKind: 'merchant' | 'personal' = 'merchant') {
  const upi = new UpiRail({
    ...{ id: 'amanat@okbank', name: 'Amanat', payeeKind, merchantCategory: undefined },
  })
  const sandbox = new SandboxRail('test-secret')
  const rails = new Map<string, Rail>([
    ['upi', upi],
    ['sandbox', sandbox],
  ])
  return { sandbox, rails, payoutRails: [sandbox, upi] }
}
