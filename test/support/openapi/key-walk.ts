/** Each call that a key may make and that answers in JSON, as the programs of a shop, its buyer and a freelancer make it. */
import { SCOPES } from '#core/scopes.ts'
import type { TestApp } from '#test/support/app.ts'
import { appKey } from '#test/support/apps.ts'
import { addFile } from '#test/support/files.ts'
import { inDays, type Person, person } from '#test/support/people.ts'

type Answer = Readonly<Record<string, unknown>>
export type WalkedAnswers = Record<string, { readonly status: number; readonly body?: unknown }>
type Ask = (call: string, path: string, body?: unknown) => Promise<Answer>

async function asks(app: TestApp, owner: Person, version: string, answers: WalkedAnswers) {
  const { key, appId } = await appKey(app, owner, SCOPES)
  const headers = { authorization: `Bearer ${key}`, 'amanat-version': version }
  const ask: Ask = async (call, path, body) => {
    const [method = ''] = call.split(' ')
    const reply = await app.call<Answer>(method, path, { headers, ...(body === undefined ? {} : { body }) })
    answers[call] = { status: reply.status, ...(reply.body === undefined ? {} : { body: reply.body }) }
    return reply.body
  }
  return { ask, appId }
}

async function walkLinks(ask: Ask): Promise<void> {
  const offer = { track: 'shopping', title: 'Cotton kurta', amount: 900, stock: 3, details: 'Hand-made' }
  const { id } = await ask('POST /api/links', '/api/links', offer)
  await ask('PATCH /api/links/:id', `/api/links/${id}`, { stock: 5, paused: true })
  await ask('GET /api/links/:id', `/api/links/${id}`)
  await ask('GET /api/links', '/api/links')
}

async function walkWebhooks(ask: Ask, appId: string): Promise<void> {
  const hooks = `/api/apps/${appId}/webhooks`
  const path = '/api/apps/:id/webhooks'
  const { id } = await ask(`POST ${path}`, hooks, { url: 'http://127.0.0.1:9/hooks', types: ['*'] })
  await ask(`GET ${path}`, hooks)
  await ask(`GET ${path}/:webhook_id`, `${hooks}/${id}`)
  await ask(`POST ${path}/:webhook_id/secret`, `${hooks}/${id}/secret`, { at_once: false })
  const { id: message } = await ask(`POST ${path}/:webhook_id/test`, `${hooks}/${id}/test`)
  await ask(`GET ${path}/:webhook_id/messages`, `${hooks}/${id}/messages`)
  const again = `${path}/:webhook_id/messages/:message_id/send`
  await ask(`POST ${again}`, `${hooks}/${id}/messages/${message}/send`)
  await ask(`POST ${path}/:webhook_id/replay`, `${hooks}/${id}/replay`, { since: '2026-01-01T00:00:00Z' })
  await ask(`POST ${path}/:webhook_id/enable`, `${hooks}/${id}/enable`)
  await ask(`DELETE ${path}/:webhook_id`, `${hooks}/${id}`)
}

async function walkDeal(ask: Ask, asBuyer: Ask, seller: Person): Promise<string> {
  const offered = await asBuyer('POST /api/transactions/shopping', '/api/transactions/shopping', {
    service_details: 'Phone',
    amount: 1500,
    cpty_phone: seller.phone,
    cpty_company: seller.business,
  })
  const formPk = String(offered.form_pk)
  await asBuyer('GET /api/auth/sellers', `/api/auth/sellers?search=${encodeURIComponent(seller.business)}`)
  await ask('GET /api/transactions/shopping', `/api/transactions/shopping?form_pk=${formPk}`)
  const agreed = { terms_version: 1, rules_accepted: true }
  await ask('POST /api/deals/:form_pk/:action', `/api/deals/${formPk}/accept`, agreed)
  await ask('GET /api/deals/:form_pk', `/api/deals/${formPk}`)
  await ask('GET /api/deals', '/api/deals')
  return formPk
}

async function walkWork(ask: Ask, client: Person): Promise<void> {
  await ask('GET /api/transactions/coupons', '/api/transactions/coupons')
  await ask('GET /api/transactions/use-coupon', '/api/transactions/use-coupon?coupon_code=NONE50')
  const offered = await ask('POST /api/transactions/services', '/api/transactions/services', {
    cpty_full_name: 'Client Person',
    cpty_phone: client.phone,
    deliverables: 'A logo in three sizes',
    payment_mode: 'Full Payment',
    date_of_completion: inDays(20),
    other_info: 'Two drafts',
    cancellation_fee: 10,
    amount: 20_000,
    coupon_code: null,
  })
  await ask('GET /api/transactions/services', `/api/transactions/services?form_pk=${offered.form_pk}`)
  await ask('GET /api/account/payout-target', '/api/account/payout-target')
}

/** By the call, as `GET /api/links`. */
export async function walkWithKeys(app: TestApp, version: string): Promise<WalkedAnswers> {
  const answers: WalkedAnswers = {}
  const seller = await person(app, 'Seller')
  const shop = await asks(app, seller, version, answers)
  const buyer = await asks(app, await person(app, 'Buyer'), version, answers)
  const work = await asks(app, await person(app, 'Service_Provider'), version, answers)
  const formPk = await walkDeal(shop.ask, buyer.ask, seller)
  await addFile(app, seller, formPk)
  await shop.ask('GET /api/deals/:form_pk/files', `/api/deals/${formPk}/files`)
  await walkLinks(shop.ask)
  await walkWebhooks(shop.ask, shop.appId)
  await walkWork(work.ask, await person(app, 'Client'))
  return answers
}
