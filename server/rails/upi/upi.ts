/**
 * The operator's own UPI id and bank account, without a provider between. Nobody reports anything: the bank's statement is
 * the only proof that money came or went, and a person pays out.
 */
import { upiLink } from '#core/upi.ts'
import { CAPABILITIES } from '#server/rails/capabilities.ts'
import type { Instruction, PayInOrder, Rail, RailAnswer, Reading } from '#server/rails/rail.ts'

export interface UpiPayee {
  readonly id: string
  readonly name: string
  /** As the bank has opened the id. Apps drop or refuse a reference field that goes to a personal one. */
  readonly payeeKind: 'merchant' | 'personal'
  readonly merchantCategory: string | undefined
}

export class UpiRail implements Rail {
  readonly name = 'upi'
  readonly can = CAPABILITIES.upi
  readonly #payee: UpiPayee
  constructor(payee: UpiPayee) {
    this.#payee = payee
  }

  async openPayIn({ reference, amountPaise }: PayInOrder): Promise<RailAnswer<Instruction>> {
    const { id: payeeVpa, name: payeeName, payeeKind, merchantCategory } = this.#payee
    const upiUrl = upiLink({ payeeVpa, payeeName, payeeKind, merchantCategory, reference, amountPaise })
    return { is: 'done', facts: { upiUrl, opensApp: payeeKind === 'merchant', payeeVpa, payeeName } }
  }

  /** UPI calls nobody: whoever says so is not the bank. */
  readWebhook(): Reading {
    return { is: 'forged' }
  }
}
