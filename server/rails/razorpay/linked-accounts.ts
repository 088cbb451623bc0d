/**
 * Accounts of payees for Route: account, the person behind it, the product, the bank account
 * (https://razorpay.com/docs/api/payments/route). No call of these has an idempotency key; what guards each is said by its page.
 */
import type { AccountStanding, PayeeAccounts, PayeeDetails } from '#server/rails/holds.ts'
import type { RailAnswer } from '#server/rails/rail.ts'
import type { RazorpayClient } from './client.ts'
import { linkedAccountEntity, productEntity, stakeholderEntity, standingOf } from './route-entities.ts'

export interface RouteSettings {
  /** What the operator's payees do, in the words of Razorpay's list. */
  readonly category: string
  readonly subcategory: string
  /** Which forms of business the contract lets in. */
  readonly businessTypes: readonly string[]
  /** For how many days money may stay on hold by the contract. */
  readonly holdDays: number
}

/** Where Razorpay's list has another name than ours. */
const STATE_NAMES = new Map([
  ['Puducherry', 'PONDICHERRY'],
  ['Dadra and Nagar Haveli and Daman and Diu', 'DADRA AND NAGAR HAVELI'],
])

const standing = productEntity.transform(standingOf)
/** The fourth letter of a person's PAN. */
const isPerson = ({ pan }: PayeeDetails): boolean => pan[3] === 'P'
const lastTen = (phone: string): string => phone.replace(/\D/g, '').slice(-10)

export class LinkedAccounts implements PayeeAccounts {
  readonly businessTypes: readonly string[]
  readonly #client: RazorpayClient
  readonly #settings: RouteSettings

  constructor(client: RazorpayClient, settings: RouteSettings) {
    this.#client = client
    this.#settings = settings
    this.businessTypes = settings.businessTypes
  }

  async open(details: PayeeDetails): Promise<RailAnswer<string>> {
    const answer = await this.#client.call(
      { path: '/v2/accounts', json: this.#request(details) },
      linkedAccountEntity,
    )
    if (answer.is === 'done') return { is: 'done', facts: answer.facts.id }
    if (answer.is !== 'refused') return answer
    const [, known] = /already exists for account - (?:acc_)?(\w+)/.exec(answer.description ?? '') ?? []
    return known ? this.#adopt(`acc_${known}`, details) : answer
  }

  /** Without `reference_id`: it needs a feature that Razorpay turns on for some. */
  #request(details: PayeeDetails): object {
    const { category, subcategory } = this.#settings
    const { street, city, state, postalCode } = details
    const registered = {
      ...{ street1: street.slice(0, 100), street2: street.slice(100, 200) || city, city },
      ...{ state: STATE_NAMES.get(state) ?? state.toUpperCase(), postal_code: postalCode, country: 'IN' },
    }
    return {
      ...{ email: details.email, phone: lastTen(details.phone), type: 'route' },
      ...{ legal_business_name: details.legalName, business_type: details.businessType },
      contact_name: details.legalName,
      profile: { category, subcategory, addresses: { registered } },
      ...(isPerson(details) ? {} : { legal_info: { pan: details.pan } }),
    }
  }

  /** Ours when all that we would have said of it is in it; the same email with another number is another person's. */
  async #adopt(accountId: string, { email, phone }: PayeeDetails): Promise<RailAnswer<string>> {
    const path = `/v2/accounts/${accountId}`
    const answer = await this.#client.call({ method: 'GET', path }, linkedAccountEntity)
    if (answer.is !== 'done') return answer
    const { facts } = answer
    const isOurs =
      facts.email.toLowerCase() === email.toLowerCase() && lastTen(facts.phone) === lastTen(phone)
    return isOurs
      ? { is: 'done', facts: facts.id }
      : { is: 'refused', detail: 'the email has another account', retry: 'never' }
  }

  async addOwner(accountId: string, details: PayeeDetails): Promise<RailAnswer<string | null>> {
    const answer = await this.#client.call(
      { path: `/v2/accounts/${accountId}/stakeholders`, json: ownerOf(details) },
      stakeholderEntity.transform(({ id }): string | null => id),
    )
    const isThere =
      answer.is === 'refused' && /stakeholders? cannot be more than one/i.test(answer.description ?? '')
    return isThere ? { is: 'done', facts: null } : answer
  }

  changeOwner(accountId: string, ownerId: string, details: PayeeDetails): Promise<RailAnswer<string | null>> {
    return this.#client.call(
      { method: 'PATCH', path: `/v2/accounts/${accountId}/stakeholders/${ownerId}`, json: ownerOf(details) },
      stakeholderEntity.transform(({ id }): string | null => id),
    )
  }

  request(accountId: string): Promise<RailAnswer<AccountStanding>> {
    const json = { product_name: 'route', tnc_accepted: true }
    return this.#client.call({ path: `/v2/accounts/${accountId}/products`, json }, standing)
  }

  async setBank(
    accountId: string,
    productId: string,
    { accountNumber, ifsc, legalName }: PayeeDetails,
  ): Promise<RailAnswer<AccountStanding>> {
    const settlements = { account_number: accountNumber, ifsc_code: ifsc, beneficiary_name: legalName }
    const path = `/v2/accounts/${accountId}/products/${productId}`
    const json = { settlements, tnc_accepted: true }
    const answer = await this.#client.call({ method: 'PATCH', path, json }, standing)
    // under review already: what was sent before counts
    const isLocked = answer.is === 'refused' && /locked for editing/i.test(answer.description ?? '')
    return isLocked ? this.find(accountId, productId) : answer
  }

  find(accountId: string, productId: string): Promise<RailAnswer<AccountStanding>> {
    const path = `/v2/accounts/${accountId}/products/${productId}`
    return this.#client.call({ method: 'GET', path }, standing)
  }
}

function ownerOf(details: PayeeDetails): object {
  const { legalName, email, street, city, state, postalCode, pan } = details
  const residential = { street, city, state, postal_code: postalCode, country: 'IN' }
  return {
    name: legalName,
    email,
    addresses: { residential },
    ...(isPerson(details) ? { kyc: { pan } } : {}),
  }
}
