/** RazorpayX: contacts, fund accounts and payouts, with the limits that their pages name. */
import { type FakeEntity, type FakeState, requireThat } from './state.ts'

// biome-ignore lint/suspicious/noExplicitAny: the fields of a request, in every shape
type Request = Record<string, any>

const NAME = /^[a-zA-Z0-9 ’_/().-]{3,50}$/
const sameOr = (state: FakeState, entity: string, fields: Request): FakeEntity | undefined =>
  state.list(entity, (row) => Object.entries(fields).every(([name, value]) => sameText(row[name], value)))
    .items[0]
const sameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** https://razorpay.com/docs/api/x/contacts/create: the same details are the same contact. */
export function createContact(state: FakeState, request: Request): FakeEntity {
  const { name, email = null, contact = null, type = null, reference_id = null } = request
  requireThat(name, 'The name field is required.')
  requireThat(NAME.test(name) && /[a-zA-Z0-9.]$/.test(name), 'The name field is invalid.')
  requireThat(
    type === null || ['vendor', 'customer', 'employee', 'self'].includes(type),
    `Invalid type: ${type}`,
  )
  const fields = { name, email, contact, type, reference_id }
  return (
    sameOr(state, 'contact', fields) ??
    state.add('cont', 'contact', { ...fields, batch_id: null, active: true, notes: [] })
  )
}

/** https://razorpay.com/docs/api/x/fund-accounts/create */
export function createFundAccount(state: FakeState, request: Request): FakeEntity {
  const { contact_id, account_type } = request
  state.find(contact_id, 'contact')
  if (account_type === 'vpa') {
    const { address } = request.vpa
    requireThat(
      /^[a-zA-Z0-9.-]+@[a-zA-Z0-9.-]+$/.test(address) && address.length <= 100,
      'Invalid VPA. Please enter a valid Virtual Payment Address',
    )
    const [username, handle] = address.split('@')
    const fields = { contact_id, account_type, vpa: { username, handle, address } }
    return sameOr(state, 'fund_account', fields) ?? addFundAccount(state, fields)
  }
  requireThat(account_type === 'bank_account', 'The account type is not supported.')
  const { name, ifsc, account_number } = request.bank_account
  requireThat(String(name).length >= 4 && String(name).length <= 120, 'The name field is invalid.')
  requireThat(/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc), 'Invalid IFSC Code in Bank Account')
  requireThat(/^[a-zA-Z0-9]{5,35}$/.test(account_number), 'The account number is invalid.')
  const fields = {
    contact_id,
    account_type,
    bank_account: { ifsc, bank_name: 'Bank', name, notes: [], account_number },
  }
  return sameOr(state, 'fund_account', fields) ?? addFundAccount(state, fields)
}

const addFundAccount = (state: FakeState, fields: Request): FakeEntity =>
  state.add('fa', 'fund_account', { ...fields, batch_id: null, active: true })

/** https://razorpay.com/docs/api/x/payout-composite and https://razorpay.com/docs/api/x/payout-idempotency/make-request */
export function createPayout(state: FakeState, key: string | null, request: Request): FakeEntity {
  requireThat(key !== null, 'Idempotency key is missing. Include idempotency header and key in the request.')
  requireThat(/^[\w -]{4,36}$/.test(key), 'The idempotency key is invalid.')
  return state.once(`payout ${key}`, request, 400, () => addPayout(state, request))
}

function addPayout(state: FakeState, request: Request): FakeEntity {
  const { amount, currency, mode, purpose, reference_id = null, narration = 'Fake', notes = [] } = request
  requireThat(/^\w{5,35}$/.test(String(request.account_number)), 'The account number is invalid.')
  requireThat(Number.isInteger(amount) && amount >= 100, 'Minimum transaction amount allowed is Re. 1')
  requireThat(currency === 'INR', 'The currency is not supported.')
  requireThat(['NEFT', 'RTGS', 'IMPS', 'UPI'].includes(mode), 'Payout mode is invalid')
  requireThat(mode !== 'UPI' || amount <= 1_00_000_00, 'Payout amount exceeds the limit of UPI')
  requireThat(mode !== 'IMPS' || amount <= 5_00_000_00, 'Payout amount exceeds the limit of IMPS')
  requireThat(['refund', 'cashback', 'payout'].includes(purpose), `Invalid purpose: ${purpose}`)
  requireThat(reference_id === null || reference_id.length <= 40, 'The reference id is too long.')
  requireThat(/^[a-zA-Z0-9 ]{1,30}$/.test(narration), 'The narration format is invalid.')
  const fund_account = fundAccountOf(state, request)
  requireThat((fund_account.account_type === 'vpa') === (mode === 'UPI'), `${mode} is not a valid mode`)
  requireThat(
    amount <= state.balance || request.queue_if_low_balance,
    'Your account does not have enough balance to carry out the payout operation.',
  )
  const isQueued = amount > state.balance
  if (!isQueued) state.balance -= amount
  const payout = state.add('pout', 'payout', {
    ...{ fund_account_id: fund_account.id, amount, currency, notes, fees: 590, tax: 90 },
    ...{ status: isQueued ? 'queued' : 'processing', purpose, utr: null, mode, reference_id, narration },
    ...{ batch_id: null, status_details: null, fee_type: '', account_number: request.account_number },
  })
  state.tell(isQueued ? 'payout.queued' : 'payout.initiated', { payout })
  return payout
}

function fundAccountOf(state: FakeState, { fund_account_id, fund_account }: Request): FakeEntity {
  if (fund_account_id) return state.find(fund_account_id, 'fund_account')
  requireThat(fund_account?.contact, 'The contact field is required.')
  const contact = createContact(state, fund_account.contact)
  return createFundAccount(state, { ...fund_account, contact_id: contact.id })
}

export interface PayoutEnd {
  readonly to: 'processed' | 'reversed' | 'failed' | 'rejected'
  readonly reason?: string
}

/** What the banks do with it. The money of one that did not arrive is back in the account. */
export function endPayout(state: FakeState, id: string, { to, reason = 'NA' }: PayoutEnd): void {
  const payout = state.find(id, 'payout')
  if (to !== 'processed' && ['processing', 'processed'].includes(payout.status))
    state.balance += payout.amount
  Object.assign(payout, {
    ...{ status: to, utr: to === 'processed' ? `UTR${id.slice(-9)}` : payout.utr },
    status_details: { description: to, source: 'beneficiary_bank', reason },
  })
  state.tell(`payout.${to}`, { payout })
}
