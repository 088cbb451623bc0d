/** A product whose deals' money Razorpay holds, over the pretended one, and its people. */
import { linkedAccountQueue } from '#server/jobs/linked-accounts.ts'
import { payInQueue } from '#server/jobs/pay-ins.ts'
import { providerHoldQueue } from '#server/jobs/provider-holds.ts'
import { runBatch } from '#server/jobs/queue.ts'
import type { Rail } from '#server/rails/rail.ts'
import { RazorpayRail } from '#server/rails/razorpay/razorpay.ts'
import { SandboxRail } from '#server/rails/sandbox/sandbox.ts'
import { testLog } from '#test/support/logs.ts'
import { testSettings, useApp } from './app.ts'
import { deliverEvents } from './fakes/deliver.ts'
import { FAKE_KEYS, type FakeRazorpay } from './fakes/razorpay/server.ts'
import { agreedGoods, dueOf } from './money.ts'
import { workOffPauses } from './pauses.ts'
import { look, PASSWORD, type Pair, type Person, take } from './people.ts'

const PAYEE_FORM = {
  ...{ legal_name: 'Asha Rao', business_type: 'individual', pan: 'ABCPS1234K', street: '1 MG Road' },
  ...{ city: 'Pune', state: '27', pin: '411001', account_number: '123456789012', ifsc: 'HDFC0000317' },
  ...{ terms_accepted: true, password: PASSWORD },
}

function routeRail(fake: FakeRazorpay): RazorpayRail {
  return new RazorpayRail(
    {
      ...{ keyId: FAKE_KEYS.keyId, keySecret: FAKE_KEYS.keySecret, accountNumber: undefined },
      ...{ webhookSecrets: [FAKE_KEYS.webhookSecret], baseUrl: fake.url, timeoutMs: 1_000 },
      floatPaise: 500_000,
      route: {
        ...{ category: 'ecommerce', subcategory: 'ecommerce_marketplace', holdDays: 120 },
        businessTypes: ['individual', 'proprietorship'],
      },
    },
    'Amanat',
  )
}

export interface RoutePaid {
  readonly pair: Pair
  readonly payInId: string
  readonly orderId: string
  readonly paymentId: string
}

type RouteApp = ReturnType<typeof useApp>

/** The product's jobs, each when a test says so: what is due is due now. */
function jobsOf(app: RouteApp, context: Omit<Parameters<typeof payInQueue>[0], 'runInTransaction'>) {
  const query = async (text: string, values: unknown[] = []) =>
    (await app.db.ownerPool.query(text, values)).rows
  const all = () => ({ ...context, runInTransaction: app.db.runInTransaction })

  const runAccounts = async () => {
    await query('update linked_account set next_try_at = clock_timestamp() where next_try_at is not null')
    return runBatch(linkedAccountQueue(all()), testLog)
  }
  const runHolds = async () => {
    await query('update provider_hold set next_try_at = clock_timestamp() where next_try_at is not null')
    await workOffPauses(query, () => runBatch(providerHoldQueue(all()), testLog))
  }
  const runPayouts = async () => {
    await query(
      `update payout set next_try_at = clock_timestamp() where status in ('queued', 'sent', 'failed')`,
    )
    await app.runJobs()
  }
  const askAboutPayIns = async () => {
    await query('update pay_in set next_try_at = clock_timestamp() where next_try_at is not null')
    return runBatch(payInQueue(all()), testLog)
  }
  return { query, runAccounts, runHolds, runPayouts, askAboutPayIns }
}

export function useRoute(fake: FakeRazorpay) {
  const razorpay = routeRail(fake)
  const sandbox = new SandboxRail('test-secret')
  const rails = new Map<string, Rail>([
    ['razorpay', razorpay],
    ['sandbox', sandbox],
  ])
  const settings = { ...testSettings, provider: 'razorpay', custody: 'psp_hold' as const }
  const app = useApp({ settings, rails, sandbox, payoutRails: [razorpay, sandbox] })
  const jobs = jobsOf(app, { settings, rails })
  const { query, runAccounts, runHolds } = jobs
  const deliver = () => deliverEvents(app, 'razorpay', fake.takeEvents())
  const submit = ({ token }: Person, over: object = {}) =>
    app.call('POST', '/api/account/payee-account', { token, body: { ...PAYEE_FORM, ...over } })
  const accountOf = async ({ token }: Person) =>
    (await app.call('GET', '/api/account/payee-account', { token })).body
  const rowOf = async ({ id }: Person) =>
    (await query('select * from linked_account where user_id = $1', [id]))[0]

  /** The whole way, and the day after it. */
  async function activate(payee: Person): Promise<void> {
    const { status } = await submit(payee)
    if (status !== 200) throw new Error(`the account was answered ${status}`)
    await runAccounts()
    const { product_id } = await rowOf(payee)
    fake.moveProduct(product_id, { to: 'activated', agoS: 86_400 })
    fake.takeEvents()
    await runAccounts()
    await query(
      `update linked_account set activated_at = activated_at - interval '1 day' where user_id = $1`,
      [payee.id],
    )
  }

  async function openOrder(pair?: Pair): Promise<Omit<RoutePaid, 'paymentId'>> {
    const of = pair ?? (await agreedGoods(app))
    if (!pair) await activate(of.payee)
    await query('update deal set commission_basis_points = 500 where id = $1', [of.formPk])
    const { id, checkout_url } = await dueOf(app, of)
    const page = await app.call('GET', checkout_url)
    if (page.status !== 200) throw new Error(`the checkout said ${page.status}`)
    const [row] = await query('select provider_order_id from pay_in where id = $1', [id])
    return { pair: of, payInId: id, orderId: row.provider_order_id }
  }
  async function funded(): Promise<RoutePaid> {
    const open = await openOrder()
    const paymentId = fake.pay(open.orderId)
    await deliver()
    await runHolds()
    return { ...open, paymentId }
  }
  async function delivered(): Promise<RoutePaid> {
    const deal = await funded()
    const { payee, formPk } = deal.pair
    await take(app, payee, formPk, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
    await take(app, payee, formPk, 'deliver', { note: 'Done as agreed', file_ids: [] })
    return deal
  }
  const statusOf = async ({ pair }: { pair: Pair }) => (await look(app, pair.payer, pair.formPk)).status
  const holdOf = async ({ payInId }: { payInId: string }) =>
    (await query('select * from provider_hold where id = $1', [payInId]))[0]
  const payoutsOf = ({ pair }: { pair: Pair }) =>
    query(
      `select party, purpose, status, amount_paise::int as paise, held_because from payout
        where deal_id = $1 order by party, created_at`,
      [pair.formPk],
    )
  const transferOf = async (paid: { payInId: string }) =>
    fake.state.find((await holdOf(paid)).transfer_id, 'transfer')
  const balance = async (code: string) =>
    Number((await query('select balance_of($1) as paise', [code]))[0].paise)
  return {
    ...{ ...jobs, app, settings, rails, deliver, submit, accountOf, rowOf },
    ...{ activate, openOrder, funded, delivered, statusOf, holdOf, payoutsOf, transferOf, balance },
  }
}
