/** The provider of the model: reports payments in every wrong way, and pays out or does not. */
import { Refusal } from '#core/errors.ts'
import type { Fact, OutFact, RailAnswer } from '#server/rails/rail.ts'
import { SandboxRail } from '#server/rails/sandbox/sandbox.ts'
import { applyReport, lockReport, storeReport } from '#server/services/money/inbox.ts'
import { beginPayout, endPayout, lockPayout } from '#server/services/money/send-payout.ts'
import { NO_ANSWER, paidOut, refusedOut } from '#test/support/rails.ts'
import { compareDeal } from './compare.ts'
import type { ModelDeal, PayIn } from './deal.ts'
import type { Play } from './play.ts'

interface Report {
  readonly payIn: PayIn | null
  readonly amount: number
  readonly paymentId: string
  readonly eventId: string
}

const PAID = paidOut('r')
const BUSY = refusedOut('busy', 'later')
const CLOSED = refusedOut('closed', 'new_key')
const NEVER_CAME: RailAnswer<'none'> = { is: 'done', facts: 'none' }
/** Of an order, and of a question about one whose end is not known. */
const TO_ORDERS: readonly RailAnswer<OutFact>[] = [PAID, PAID, BUSY, CLOSED, NO_ANSWER]
const TO_QUESTIONS: readonly RailAnswer<OutFact | 'none'>[] = [PAID, NEVER_CAME, NO_ANSWER]

/** The model decides itself what a rail answers; this one is looked up and never asked. */
export const RAILS = new Map([['sandbox', new SandboxRail('unused')]])

export class Provider {
  readonly #play: Play
  readonly #sent: Report[] = []

  constructor(play: Play) {
    this.#play = play
  }

  /** Of the newest pay-in mostly, or of an old one: right, short, over, or that it failed. */
  async report(deal: ModelDeal): Promise<void> {
    const { random, pick } = this.#dice()
    const payIn = random(3) > 0 ? (deal.payIns.at(-1) as PayIn) : pick(deal.payIns)
    this.#play.count(deal, payIn.purpose === 'fee' ? 'pay_fee' : 'fund')
    if (random(8) === 0) return this.#fail(payIn)
    const due = payIn.amount
    const amount = pick([due, due, due, Math.max(1, due - 100), due + 1 + random(9_999)])
    await this.#receive(payIn, amount)
    deal.receive(payIn, amount, this.#play.now)
    await compareDeal(this.#play.db, deal)
  }

  /** Something said before, or money of which nobody knows what it is for. */
  async surprise(): Promise<void> {
    const { random, pick } = this.#dice()
    if (this.#sent.length > 0 && random(3) > 0) return this.#repeat(pick(this.#sent))
    const amount = 1 + random(9_999)
    await this.#receive(null, amount)
    this.#play.books.move({ 'gateway:sandbox': -amount, suspense: amount })
  }

  #dice() {
    const { random } = this.#play
    return { random, pick: <T>(items: readonly T[]): T => this.#play.pick(items) }
  }

  async #receive(payIn: PayIn | null, amount: number): Promise<void> {
    const paymentId = this.#play.newName()
    const report = { payIn, amount, paymentId, eventId: `${paymentId}-event` }
    this.#sent.push(report)
    this.#play.books.deposits += 1
    await this.#send(report, 'paid')
  }

  /** Under its own event or another: it was taken the first time. */
  async #repeat(report: Report): Promise<void> {
    const { db, deals, now, random } = this.#play
    const eventId = random(2) === 0 ? report.eventId : this.#play.newName()
    const deal = deals.find(({ payIns }) => report.payIn && payIns.includes(report.payIn))
    if (eventId !== report.eventId) deal?.lapse(now)
    await this.#send({ ...report, eventId }, 'paid')
    if (deal) await compareDeal(db, deal)
  }

  async #fail(payIn: PayIn): Promise<void> {
    const eventId = this.#play.newName()
    await this.#send({ payIn, amount: payIn.amount, paymentId: eventId, eventId }, 'failed')
    if (payIn.status === 'open') payIn.status = 'failed'
  }

  async #send({ payIn, amount, paymentId, eventId }: Report, kind: 'paid' | 'failed'): Promise<void> {
    const reference = payIn?.reference ?? null
    const fact: Fact =
      kind === 'paid'
        ? { kind, paymentId, orderId: null, reference, amountPaise: amount, source: 'asha@bank' }
        : { kind: 'pay_failed', reference }
    const reading = { is: 'facts', eventId, facts: [fact] } as const
    const { runInTransaction } = this.#play.db
    const id = await storeReport(runInTransaction, 'sandbox', { reading, raw: Buffer.from('{}') })
    const answer = await this.#play.ctx(async (ctx) => {
      if (id !== null) await applyReport(ctx, await lockReport(ctx.tx, id))
    })
    this.#play.agree(`${kind} ${paymentId}`, answer, null)
  }

  /** One try at a payout of this seed's deals. */
  async payOut(): Promise<void> {
    const { books, counts, db, deals } = this.#play
    const dealIds = new Set(deals.map((deal) => deal.of.id))
    const open = books.payouts.filter(({ status, dealId }) => status === 'open' && dealIds.has(dealId))
    if (open.length === 0) return
    const expected = this.#play.pick(open)
    const { rows } = await db.ownerPool.query(
      `select id from payout where deal_id = $1 and party = $2 and purpose = $3 and amount_paise = $4
         and status not in ('paid', 'review')
       order by (select count(*) from payout_attempt where payout_id = id) <> $5, (status = 'sent') <> $6, id limit 1`,
      [
        expected.dealId,
        expected.party,
        expected.purpose,
        expected.amount,
        expected.tries,
        expected.isUnknown,
      ],
    )
    const id = rows[0]?.id ?? ''
    const payout = await this.#play.ctx(async (ctx) => beginPayout(ctx, RAILS, await lockPayout(ctx.tx, id)))
    if (payout === null || payout instanceof Refusal)
      throw new Error(`a payout of ${expected.amount} paise is not there`)
    const result = this.#play.pick(expected.isUnknown ? TO_QUESTIONS : TO_ORDERS)
    if (!expected.isUnknown) expected.tries += 1
    expected.isUnknown = result === NO_ANSWER
    await this.#play.ctx(async (ctx) =>
      endPayout(ctx, await lockPayout(ctx.tx, id), { attempt: payout, answer: result }),
    )
    counts.done += 1
    if (result === PAID) {
      expected.status = 'paid'
      books.move({ [`payable:${expected.userId}`]: -expected.amount, 'gateway:sandbox': expected.amount })
    } else if (result === CLOSED || (!expected.isUnknown && expected.tries >= 6)) expected.status = 'review'
  }
}
