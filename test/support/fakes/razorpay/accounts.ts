/** Accounts of payees for Route, with the refusals that their pages name: https://razorpay.com/docs/api/payments/route */
import { type FakeEntity, FakeRefusal, type FakeState, requireThat } from './state.ts'

// biome-ignore lint/suspicious/noExplicitAny: whatever was sent
type Fields = Record<string, any>

const TYPES = ['individual', 'proprietorship', 'partnership', 'llp', 'private_limited', 'not_yet_registered']
const WANTED = ['settlements.account_number', 'settlements.ifsc_code', 'settlements.beneficiary_name']
export const COOLING_S = 86_400

/** Ids of accounts in errors and events have no `acc_` before them. */
const findAccount = (state: FakeState, id: string): FakeEntity => {
  const row = state.entities.get(id)
  if (row?.entity !== 'account')
    throw new FakeRefusal(400, 'Linked account does not exist', 'linked_account_id_does_not_exist')
  return row
}

export function createAccount(state: FakeState, fields: Fields): FakeEntity {
  const { email, phone, type, legal_business_name: name, business_type, profile, legal_info } = fields
  requireThat(type === 'route', `Invalid type: ${type}`)
  requireThat(!('reference_id' in fields), 'Route code Support feature not enabled to add account code.')
  requireThat(/^[^@\s]+@[^@\s]+$/.test(String(email)), 'The email field is required.')
  requireThat(/^\d{8,15}$/.test(String(phone)), 'The phone format is invalid.')
  requireThat(String(name ?? '').length >= 4, 'The legal business name must be at least 4 characters.')
  requireThat(
    /^[\p{L}\p{M}\d ]+$/u.test(String(name)),
    'The name may only contain alphabets, digits and spaces',
  )
  requireThat(TYPES.includes(business_type), `Invalid business type: ${business_type}`)
  requireThat(profile?.category && profile?.subcategory, 'The input field is required')
  const address = profile?.addresses?.registered ?? {}
  requireThat(/^\d{6}$/.test(String(address.postal_code)), 'The postal code must be 6 characters.')
  for (const part of ['street1', 'street2', 'city'])
    requireThat(address[part] && address[part].length <= 100, `The ${part} field is required.`)
  requireThat(/^[A-Z &]{2,32}$/.test(String(address.state)), 'The state is not a valid state.')
  const { items } = state.list('account', (row) => row.email === email)
  requireThat(
    items.length === 0,
    `Merchant email already exists for account - ${items[0]?.id.replace('acc_', '')}`,
  )
  return state.add('acc', 'account', {
    ...{ type, status: 'created', email, phone, contact_name: fields.contact_name, business_type, profile },
    ...{ legal_business_name: name, customer_facing_business_name: name, legal_info, notes: [] },
  })
}

export const findLinkedAccount = findAccount

export function createStakeholder(state: FakeState, accountId: string, fields: Fields): FakeEntity {
  findAccount(state, accountId)
  const owners = state.list('stakeholder', ({ account_id }) => account_id === accountId)
  requireThat(owners.count === 0, 'Stakeholders cannot be more than one for Route product.')
  return state.add('sth', 'stakeholder', { account_id: accountId, ...owner(fields) })
}

export function changeStakeholder(state: FakeState, id: string, fields: Fields): FakeEntity {
  return Object.assign(state.find(id, 'stakeholder'), owner(fields))
}

function owner({ name, email, addresses, kyc }: Fields) {
  requireThat(name && email, 'The input field is required')
  requireThat(!kyc?.pan || /^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/.test(kyc.pan), 'The pan format is invalid.')
  return { name, email, addresses, kyc, relationship: { executive: true }, phone: {}, notes: [] }
}

/** Asked for twice it is the same one. */
export function requestProduct(state: FakeState, accountId: string, fields: Fields): FakeEntity {
  findAccount(state, accountId)
  requireThat(fields.product_name === 'route', 'The product requested is invalid.')
  requireThat(fields.tnc_accepted === true, 'The selected tnc accepted is invalid.')
  const [known] = state.list('product', ({ account_id }) => account_id === accountId).items
  if (known) return known
  return state.add('acc_prd', 'product', {
    ...{ account_id: accountId, product_name: 'route', activation_status: 'needs_clarification' },
    ...{ requested_configuration: [], active_configuration: { settlements: {} }, tnc: { accepted: true } },
    ...{ requirements: wanted(WANTED, 'field_missing'), requested_at: state.now() },
  })
}

export function configureProduct(
  state: FakeState,
  id: string,
  { settlements, ...fields }: Fields,
): FakeEntity {
  const product = state.find(id, 'product')
  requireThat(
    product.activation_status === 'needs_clarification',
    'Merchant activation form has been locked for editing by admin.',
  )
  requireThat(fields.tnc_accepted === true, 'The selected tnc accepted is invalid.')
  requireThat(/^[A-Z]{4}0[A-Z\d]{6}$/.test(String(settlements?.ifsc_code)), 'Invalid IFSC Code.')
  requireThat(
    /^\d{5,20}$/.test(String(settlements?.account_number)),
    'The account number must be between 5 and 20 characters.',
  )
  product.active_configuration = { settlements }
  return moveProduct(state, id, { to: 'under_review' })
}

export interface FakeStanding {
  readonly to: 'under_review' | 'needs_clarification' | 'activated' | 'suspended'
  readonly wanted?: readonly string[]
  /** Activated so long ago: the cooling period is over. */
  readonly agoS?: number
}

/** What their reviewers do. */
export function moveProduct(
  state: FakeState,
  id: string,
  { to, wanted: fields, agoS = 0 }: FakeStanding,
): FakeEntity {
  const product = state.find(id, 'product')
  product.activation_status = to
  product.requirements = to === 'needs_clarification' ? wanted(fields ?? WANTED, 'needs_clarification') : []
  if (to === 'activated') product.activated_at = state.now() - agoS
  const entity = { id, merchant_id: product.account_id, activation_status: to }
  const data = to === 'needs_clarification' ? { requirements: product.requirements } : []
  if (to !== 'suspended') state.tellOfProduct(`product.route.${to}`, entity, data)
  return product
}

const wanted = (fields: readonly string[], reason_code: string) =>
  fields.map((field_reference) => ({ field_reference, resolution_url: '', reason_code, status: 'required' }))

/** A transfer goes to an account that is activated, and has been for a day. */
export function requirePayable(state: FakeState, accountId: unknown): void {
  findAccount(state, String(accountId))
  const [product] = state.list('product', ({ account_id }) => account_id === accountId).items
  requireThat(product?.activation_status === 'activated', 'The linked account is not activated.')
  requireThat(
    product.activated_at + COOLING_S <= state.now(),
    'Transfers to this account are allowed after the cooling period of 24 hours.',
  )
}
