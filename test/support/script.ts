/**
 * A deal's life as a line of text: `payee accept · payer pay · payee ship · +P20D`. Each step is somebody's action with
 * its usual input, a payment, or time that passes; `!code` at its end expects a refusal. Notes which rows were walked.
 */
import { expect } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import type { Track } from '#core/ids.ts'
import type { TestApp } from './app.ts'
import { addFile } from './files.ts'
import type { Person } from './people.ts'

export interface Players {
  readonly payer: Person
  readonly payee: Person
  readonly team: Person
}
type Who = keyof Players

/** A number that its courier can have. */
const PARCEL = { courier: 'delhivery', tracking_number: '12345678901' }

export class Script {
  /** `from what to` of each step that moved a deal. */
  readonly walked = new Set<string>()
  readonly #app: TestApp
  readonly #players: Players
  readonly #payIns = new Map<string, string>()
  #formPk = ''

  constructor(app: TestApp, players: Players) {
    this.#app = app
    this.#players = players
  }

  get formPk(): string {
    return this.#formPk
  }

  async offer(track: Track, { amount }: { amount: number }): Promise<void> {
    const { payer, payee } = this.#players
    const body =
      track === 'shopping'
        ? { service_details: 'Phone', cpty_phone: payee.phone, cpty_company: payee.business }
        : {
            cpty_full_name: 'Client Person',
            cpty_phone: payer.phone,
            deliverables: 'A logo',
            payment_mode: 'Full Payment',
            date_of_completion: await this.#inDays(20),
            other_info: 'Two drafts',
            cancellation_fee: 10,
            coupon_code: null,
          }
    const { token } = track === 'shopping' ? payer : payee
    const url = `/api/transactions/${track}/`
    const reply = await this.#app.call('POST', url, { token, body: { ...body, amount } })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    this.#formPk = reply.body.form_pk
    this.walked.add('- create proposed')
  }

  async play(script: string): Promise<void> {
    for (const step of script.split('·')) await this.#step(step.trim())
  }

  async look(who: Who = 'team'): Promise<Deal> {
    const { token } = this.#players[who]
    return (await this.#app.call('GET', `/api/deals/${this.#formPk}`, { token })).body
  }

  async #step(step: string): Promise<void> {
    const before = await this.look()
    const [plain = '', refusal] = step.split('!')
    if (plain.startsWith('+')) await this.#app.advance(plain.slice(1).trim())
    else {
      const [who, action = '', ...args] = plain.trim().split(/\s+/)
      const reply = await this.#act(who as Who, action, args)
      expect(reply.body?.code ?? 'done', step).toBe(refusal ?? 'done')
    }
    this.#note(before, await this.look())
  }

  #note(before: Deal, after: Deal): void {
    const fresh = after.events.slice(before.events.length)
    if (fresh.length === 1) this.walked.add(`${before.status} ${fresh[0]?.name} ${after.status}`)
  }

  #act(who: Who, action: string, args: readonly string[]) {
    const { token } = this.#players[who]
    const url = `/api/deals/${this.#formPk}/${action}`
    if (action === 'pay') return this.#pay(who, args[0] ?? 'succeed')
    if (action === 'late') return this.#playRail(this.#payIns.get(who) ?? '', 'late')
    return this.#bodyOf(action, args).then((body) => this.#app.call('POST', url, { token, body }))
  }

  /** `pay open` only opens it: the money comes later, by `late`. */
  async #pay(who: Who, outcome: string) {
    const { token } = this.#players[who]
    const due = await this.#app.call('POST', `/api/deals/${this.#formPk}/pay`, { token })
    if (due.status !== 200) return due
    this.#payIns.set(who, due.body.id)
    return outcome === 'open' ? due : this.#playRail(due.body.id, outcome)
  }

  #playRail(id: string, outcome: string) {
    return this.#app.call('POST', `/api/sandbox/payments/${id}/${outcome}`)
  }

  async #bodyOf(action: string, [first = '', second = '']: readonly string[]): Promise<unknown> {
    switch (action) {
      case 'accept':
        return { terms_version: Number(first || 1), rules_accepted: true }
      case 'edit':
        return { amount: Number(first) }
      case 'ship':
      case 'ship_return':
        return first ? { courier: first, tracking_number: 'A1' } : PARCEL
      case 'deliver':
        if (first === 'file') return { note: 'Done', file_ids: [await this.#fileOfPayee()] }
        return { note: 'Done', ...(first ? { handover_code: await this.#handoverCode(first) } : {}) }
      case 'propose_extension':
        return { due: await this.#inDays(Number(first)) }
      case 'request_return':
        return { reason: 'Wrong size' }
      case 'request_changes':
        return { note: 'Larger please' }
      case 'complain':
        return { reason: 'late', statement: 'It has not come', wanted: 'full_refund' }
      case 'respond':
        return { statement: 'It is on the way' }
      case 'propose_split':
        return { payer_share_paise: Number(first) }
      case 'accept_split':
        return { offer_id: await this.#offer(first) }
      case 'decide':
        return { payer_share_paise: Number(first), at_fault: second, reasons: 'Both sides were read' }
      default:
        return {}
    }
  }

  async #fileOfPayee(): Promise<string> {
    return (await addFile(this.#app, this.#players.payee, this.#formPk)).id
  }

  async #handoverCode(which: string): Promise<string> {
    const code = (await this.look('payer')).handover_code ?? ''
    return which === 'code' ? code : String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  }

  /** The latest, unless another is named by its place. */
  async #offer(place: string): Promise<string | undefined> {
    const offers = (await this.look()).dispute?.offers ?? []
    const inOrder = offers.toSorted((a, b) => a.at.localeCompare(b.at))
    return (place === '' ? inOrder.at(-1) : inOrder[Number(place)])?.id
  }

  async #inDays(days: number): Promise<string> {
    const { rows } = await this.#app.db.ownerPool.query('select product_now() as now')
    return new Date(rows[0].now.getTime() + days * 86_400_000).toISOString()
  }
}
