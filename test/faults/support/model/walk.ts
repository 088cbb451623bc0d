/**
 * One seed: so many random operations of people, provider and time, each through the services on a real database and
 * through the oracle, which must agree on every answer and on every column that the lifecycle sets.
 */
import { randomUUID } from 'node:crypto'
import type { Track } from '#core/ids.ts'
import { isTerminal, STATUSES, type Status } from '#core/lifecycle/states.ts'
import { ACTIONS } from '#core/lifecycle/transitions.ts'
import { servicesFields, shoppingFields } from '#core/offer-fields.ts'
import { toIso } from '#core/time.ts'
import { act } from '#server/services/deals/act.ts'
import { createServices, createShopping } from '#server/services/deals/create.ts'
import { applyDueLapses } from '#server/services/deals/lapse.ts'
import { withIdempotency } from '#server/services/idempotency.ts'
import { openPayment } from '#server/services/money/open-pay-in.ts'
import { LIFECYCLE_TABLE } from '#test/support/lifecycle-table.ts'
import { compareBooks, compareDeal } from './compare.ts'
import { type By, type Input, ModelDeal } from './deal.ts'
import { inputFor } from './inputs.ts'
import { actOn } from './moves.ts'
import { COUPONS, newModelPeople } from './people.ts'
import { type Given, Play } from './play.ts'
import { Provider, RAILS } from './provider.ts'
import { FAR, nextTowards, ON_THE_WAY } from './routes.ts'

const HOUR = 3_600_000
const WHO = ['payer', 'payee', 'team'] as const
const BY_GATEWAY = ['fund', 'pay_fee']
/** What the team undoes at the match desk is no move of the deal's people. */
const NOT_BY_HAND = ['create', 'unfund', 'charged_back', ...BY_GATEWAY]
/** A deal has two dues and many actions: asked for as often as any of those, they would be tried least. */
const ANY = [...ACTIONS, ...BY_GATEWAY, ...BY_GATEWAY, ...BY_GATEWAY]
const MOST_OPEN = 16

/** Throws at the first thing on which the two do not agree. */
export async function walk(given: Given, seed: number, operations: number): Promise<void> {
  const play = new Play(given, await newModelPeople(given.db), seed)
  const steps = new Walk(play)
  let at = 0
  try {
    for (; at < operations; at++) {
      await steps.step()
      if (at % 100 === 99) await compareBooks(play)
    }
    await steps.endOfTime()
    await compareBooks(play)
  } catch (error) {
    throw new Error(`seed ${seed}, operation ${at}: ${(error as Error).message}`, { cause: error })
  }
}

class Walk {
  readonly #play: Play
  readonly #provider: Provider

  constructor(play: Play) {
    this.#play = play
    this.#provider = new Provider(play)
  }

  async step(): Promise<void> {
    const { deals, random } = this.#play
    const kind = random(20)
    const open = deals.filter((deal) => !deal.isOver).length
    if (open === 0 || (kind === 0 && open < MOST_OPEN)) return this.#create()
    if (kind === 1) return this.#wait()
    if (kind === 2) return this.#provider.payOut()
    if (kind === 3 && random(3) === 0) return this.#provider.surprise()
    if (kind < 7) return this.#lead()
    if (kind < 9) return this.#seldom()
    const deal = this.#anyDeal()
    return this.#try(deal, random(5) < 2 ? this.#nextOf(deal) : this.#play.pick(ANY))
  }

  async #try(deal: ModelDeal, action: string): Promise<void> {
    if (BY_GATEWAY.includes(action)) return this.#pay(deal, action)
    return this.#act(deal, action, this.#actorOf(deal, action))
  }

  /** What this seed has tried least in any one state, ended ones as well; a deal is brought there if there is none. */
  async #seldom(): Promise<void> {
    const { deals, triedIn } = this.#play
    const status = this.#play.pick(STATUSES)
    if (!deals.some((deal) => deal.status === status)) await this.#lead(status)
    const deal = this.#play.pick(deals.filter((entry) => entry.status === status))
    for (let more = 5; more > 0 && deal?.status === status; more--) {
      const least = Math.min(...ACTIONS.map((action) => triedIn(status, action)))
      await this.#try(deal, this.#play.pick(ACTIONS.filter((entry) => triedIn(status, entry) === least)))
    }
  }

  /** States that this seed has seen little of come first, so that the rare ones have their share. */
  #anyDeal(): ModelDeal {
    const { deals, random } = this.#play
    const open = deals.filter((deal) => !deal.isOver)
    const from = open.length > 0 && random(4) > 0 ? open : deals
    const status = this.#rarest([...new Set(from.map((deal) => deal.status))], (entry) => entry)
    return this.#play.pick(from.filter((deal) => deal.status === status))
  }

  /** One that the table has for this state: mostly one that leads on, to where this seed has seldom been. */
  #nextOf(deal: ModelDeal): string {
    const rows = [...LIFECYCLE_TABLE].filter(
      ([key, cell]) =>
        key.startsWith(`${deal.status} `) &&
        !/ (?:unfund|charged_back)$/.test(key) &&
        cell[deal.of.track].length > 0,
    )
    if (rows.length === 0) return this.#play.pick(ANY)
    const long = rows.filter(([, cell]) => cell.to.some((to) => !isTerminal(to as Status)))
    const from = long.length > 0 && this.#play.random(8) > 0 ? long : rows
    return this.#rarest(from, ([, cell]) => cell.to[0] ?? '')[0].split(' ')[1] as string
  }

  /** Straight to a state, or else to one that this seed has seldom been in, by the right people, as far as it goes. */
  async #lead(to?: Status): Promise<void> {
    const { deals } = this.#play
    const before = to && ON_THE_WAY.includes(to) ? ON_THE_WAY.slice(0, ON_THE_WAY.indexOf(to)) : ON_THE_WAY
    if (!deals.some(({ status }) => before.includes(status))) await this.#create()
    const from = deals.filter(({ status }) => before.includes(status))
    if (from.length === 0) return
    const deal = this.#play.pick(from)
    const target = to ?? this.#rarest(FAR[deal.of.track], (entry) => entry)
    for (let steps = 0; steps < 12 && !deal.isOver && deal.status !== target; steps++) {
      const { seq } = deal
      const [action = '', by] = nextTowards(deal, target)
      if (BY_GATEWAY.includes(action)) await this.#payAs(deal, action, by as By)
      else await this.#act(deal, action, by as By)
      if (deal.seq === seq) return
    }
  }

  #rarest<T>(items: readonly T[], stateOf: (item: T) => string): T {
    const { random, visits } = this.#play
    if (random(3) === 0) return this.#play.pick(items)
    const least = Math.min(...items.map((item) => visits.get(stateOf(item)) ?? 0))
    return this.#play.pick(items.filter((item) => (visits.get(stateOf(item)) ?? 0) === least))
  }

  #actorOf(deal: ModelDeal, action: string): By | 'stranger' {
    const named = LIFECYCLE_TABLE.get(`${deal.status} ${action}`)?.[deal.of.track] ?? []
    const allowed = WHO.filter((who) => named.includes(who))
    if (allowed.length > 0 && this.#play.random(4) < 3) return this.#play.pick(allowed)
    return this.#play.pick([...WHO, 'stranger'] as const)
  }

  async #create(): Promise<void> {
    const { books, db, deals, random } = this.#play
    const track: Track = random(2) === 0 ? 'shopping' : 'services'
    const amount = 1 + random(99_999)
    const { answer, ...of } = await (track === 'shopping' ? this.#shopping(amount) : this.#services(amount))
    this.#play.agree('create', answer, null)
    const { payer, payee } = this.#play.people[track]
    const people = { payer: payer.id, payee: payee.id }
    const { id } = answer as { id: string }
    const deal = new ModelDeal({ ...of, id, track, people, amount: amount * 100, now: this.#play.now }, books)
    deals.push(deal)
    await compareDeal(db, deal)
  }

  async #shopping(amount: number) {
    const { payer, payee } = this.#play.people.shopping
    const seller = { cpty_phone: payee.phoneNumber, cpty_company: payee.businessName }
    const fields = shoppingFields.parse({ service_details: 'Phone', amount, ...seller })
    const answer = await this.#play.as(payer, (ctx) => createShopping(ctx, fields))
    return { answer, commission: 0, cancellation: 2_500, completionAt: null }
  }

  async #services(amount: number) {
    const { people, coupons, now, random } = this.#play
    const which = random(COUPONS.length + 1)
    const completionAt = now + (1 + random(480)) * HOUR
    const percent = random(101)
    const fields = servicesFields.parse({
      cpty_full_name: 'Client Person',
      cpty_phone: people.services.payer.phoneNumber,
      deliverables: 'A logo',
      payment_mode: 'Full Payment',
      date_of_completion: toIso(completionAt),
      other_info: 'Two drafts',
      cancellation_fee: percent,
      amount,
      coupon_code: coupons[which] ?? null,
    })
    const answer = await this.#play.as(people.services.payee, (ctx) => createServices(ctx, fields))
    const commission = COUPONS[which]?.commission ?? 500
    return { answer, commission, cancellation: percent * 100, completionAt }
  }

  /** Hours or days go by; now and then the sweeper does not come, and what is asked next is late. */
  async #wait(): Promise<void> {
    const { random } = this.#play
    const span = random(6) > 0 ? random(8) : random(24 * 12)
    this.#play.now += span * HOUR + random(HOUR)
    if (random(3) > 0) await this.#sweep()
  }

  async #sweep(): Promise<void> {
    const { db, deals, now } = this.#play
    const due = deals.filter((deal) => deal.dueAt !== null && deal.dueAt <= now)
    for (const deal of due) {
      this.#play.count(deal, 'lapse')
      deal.lapse(now)
    }
    const fired = await this.#play.ctx(async (ctx) => (await applyDueLapses(ctx, 1_000)).length)
    if (fired !== due.length) throw new Error(`${fired} deals lapsed, and ${due.length} were due`)
    for (const deal of due) await compareDeal(db, deal)
  }

  async #act(deal: ModelDeal, action: string, by: By | 'stranger'): Promise<void> {
    const { db, now, random } = this.#play
    const isUnknown = by === 'stranger' || NOT_BY_HAND.includes(action)
    if (!isUnknown) deal.lapse(now)
    this.#play.count(deal, action)
    const input = inputFor(action, deal, { now, random })
    const take = await this.#taking(deal, { action, by, input })
    const what = `${deal.status} ${action} by ${by}`
    const answer = await take()
    const wanted = isUnknown ? 'not_found' : actOn(deal, { action, by: by as By, input, now })
    this.#play.agree(what, answer, wanted)
    if (wanted === null && action === 'propose_split') await this.#readOffer(deal)
    // the same again with its key does nothing more
    if (wanted === null && random(10) === 0) this.#play.agree(`${what} again`, await take(), null)
    await compareDeal(db, deal)
  }

  async #taking(deal: ModelDeal, how: { action: string; by: By | 'stranger'; input: Input }) {
    const { action, by, input } = how
    const body = await this.#withCode(deal, input)
    const user = this.#play.people[deal.of.track][by]
    const dealId = deal.of.id
    const keyed = {
      userId: user.id,
      key: randomUUID(),
      method: 'POST',
      url: `/api/deals/${dealId}/${action}`,
      body,
    }
    return () =>
      this.#play.as(user, (ctx) => withIdempotency(ctx.tx, keyed, () => act(ctx, { dealId, action, body })))
  }

  /** The code from the door is known to the database alone. */
  async #withCode(deal: ModelDeal, input: Input): Promise<Input> {
    const { isRight, ...body } = input
    if (body.handover_code === undefined) return body
    const { rows } = await this.#play.db.ownerPool.query('select handover_code from deal where id = $1', [
      deal.of.id,
    ])
    const code: string | null = rows[0].handover_code
    const wrong = code === '000000' ? '000001' : '000000'
    return { ...body, handover_code: isRight ? (code ?? wrong) : wrong }
  }

  async #readOffer(deal: ModelDeal): Promise<void> {
    const { rows } = await this.#play.db.ownerPool.query(
      'select open_offer_id from dispute where deal_id = $1',
      [deal.of.id],
    )
    if (deal.dispute?.offer) deal.dispute.offer.id = rows[0].open_offer_id
  }

  /** Asks what is due and pays it, or pays again for something that was due once. */
  async #pay(deal: ModelDeal, action: string): Promise<void> {
    if (deal.payIns.length > 0 && this.#play.random(3) === 0) return this.#provider.report(deal)
    return this.#payAs(
      deal,
      action,
      this.#play.pick(['payer', 'payer', 'payer', 'payee', 'payee', 'team'] as const),
    )
  }

  async #payAs(deal: ModelDeal, action: string, by: By): Promise<void> {
    const { people, db, now, random } = this.#play
    this.#play.count(deal, action)
    const what = `${deal.status} pay by ${by}`
    const answer = await this.#play.as(people[deal.of.track][by], (ctx) =>
      openPayment(ctx, RAILS, deal.of.id),
    )
    const due = deal.askForMoney(by, now)
    this.#play.agree(what, answer, typeof due === 'string' ? due : null)
    if (typeof due === 'string' || by === 'team') return compareDeal(db, deal)
    const { reference } = answer as { reference: string }
    if (!deal.payIns.some((entry) => entry.reference === reference))
      deal.payIns.push({ ...due, reference, side: by, status: 'open' })
    if (random(4) > 0) await this.#provider.report(deal)
  }

  /** Whatever nobody does any more: deadlines alone end every deal, and nothing is held. */
  async endOfTime(): Promise<void> {
    const isOpen = (): boolean => this.#play.deals.some((deal) => !deal.isOver)
    for (let turn = 0; turn < 10 && isOpen(); turn++) {
      this.#play.now += 100 * 24 * HOUR
      await this.#sweep()
    }
    if (isOpen()) throw new Error('a deal never ends')
  }
}
