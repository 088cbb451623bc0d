/** What webhooks tell beside the events of the lifecycle: payments, payouts, disputes and links; each to whom it concerns. */
import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOST, useApp } from '#test/support/app.ts'
import {
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  pay,
  person,
  take,
  teammate,
} from '#test/support/people.ts'
import { NO_ANSWER, RecordingRail, refusedOut } from '#test/support/rails.ts'
import { writtenSite } from '#test/support/site.ts'
import { bringToStatus } from '#test/support/stages.ts'
import { messageIn, type Receiver, receiving, sendDue, startReceiver } from '#test/support/webhooks.ts'

const rail = new RecordingRail('sandbox')
// a folder of its own: all that is in it is read
const siteFolder = mkdtempSync(join(tmpdir(), 'amanat-offer-page-'))
const site = writtenSite(siteFolder, { 'o/index.html': '<h1>__offer_title__</h1>' }, {})
const app = useApp({ settings: receiving, payoutRails: [rail], site })
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(async () => {
  rmSync(siteFolder, { recursive: true })
  await receiver.stop()
})
beforeEach(() => {
  receiver.received.length = 0
  rail.result = undefined
})

const NAMES = /^(?:payment|payout|dispute|link)\./

/** An endpoint of each person, told apart by its path. */
async function listen(who: Person, name: string) {
  const { token } = who
  const { body: shop } = await app.call('POST', '/api/apps', { token, body: { name: 'Shop' } })
  const body = { url: `${receiver.url}?${name}`, types: ['*'] }
  return (await app.call('POST', `/api/apps/${shop.id}/webhooks`, { token, body })).body
}

async function told(): Promise<[name: string, type: string, data: Record<string, unknown>][]> {
  // a machine that others use may have lost a try: it is made again, and a message that came twice is one
  await sendDue(app, { later: true })
  const byId = new Map(receiver.received.map((message) => [message.headers['webhook-id'], message]))
  return [...byId.values()]
    .map((message): [string, string, Record<string, unknown>] => {
      const { type, data } = messageIn(message)
      return [message.path.split('?')[1] ?? '', type, data]
    })
    .filter(([, type]) => NAMES.test(type))
    .sort()
}

async function both(pair: Pair): Promise<void> {
  await listen(pair.payer, 'payer')
  await listen(pair.payee, 'payee')
}

describe('money', () => {
  it('that came in is told to both; a try that failed to its payer alone', async () => {
    const pair = await offerShopping(app)
    await both(pair)
    await take(app, pair.payee, pair.formPk, 'accept', { terms_version: 1, rules_accepted: true })
    await pay(app, pair.payer, pair.formPk, 'fail')
    const failed = { form_pk: pair.formPk, status: 'agreed', seq: 2, amount_paise: 150_000 }
    expect(await told()).toEqual([
      ['payer', 'payment.failed', { ...failed, event_hash: expect.stringMatching(/^[\da-f]{64}$/) }],
    ])
    receiver.received.length = 0
    await pay(app, pair.payer, pair.formPk)
    const paid = { form_pk: pair.formPk, status: 'funded', seq: 3, amount_paise: 150_000 }
    expect(await told()).toMatchObject([
      ['payee', 'payment.paid', paid],
      ['payer', 'payment.paid', paid],
    ])
  })

  const release = async (): Promise<Pair> => {
    const pair = await offerServices(app)
    await both(pair)
    await take(app, pair.payer, pair.formPk, 'accept', { terms_version: 1, rules_accepted: true })
    await pay(app, pair.payer, pair.formPk)
    await take(app, pair.payer, pair.formPk, 'cancel')
    receiver.received.length = 0
    return pair
  }
  const payOut = async () => {
    for (let run = 0; run < 2; run += 1) {
      await app.runJobs()
      await app.db.ownerPool.query(
        "update payout set next_try_at = clock_timestamp() where status = 'queued'",
      )
    }
  }
  const outOf = async (pair: Pair) =>
    (await told()).filter(([, type, data]) => type.startsWith('payout') && data.form_pk === pair.formPk)

  it('that went out is told to whose it is', async () => {
    const pair = await release()
    await payOut()
    expect(await outOf(pair)).toMatchObject([
      ['payer', 'payout.paid', { status: 'refunded', amount_paise: 2_000_000 }],
    ])
    expect(await app.verify()).toEqual([])
  })

  it('that cannot go out is told once it is certain; one whose outcome is unknown is not called failed', async () => {
    rail.result = NO_ANSWER
    const unknown = await release()
    await payOut()
    expect(await outOf(unknown)).toEqual([])
    rail.result = refusedOut('no such account', 'never')
    const pair = await release()
    await payOut()
    expect(await outOf(pair)).toMatchObject([['payer', 'payout.failed', { amount_paise: 2_000_000 }]])
  })
})

describe('a dispute', () => {
  it('is told when it opens, with each fee, and when the team has decided', async () => {
    const pair = await offerShopping(app)
    const team = await teammate(app)
    await listen(pair.payee, 'payee')
    await bringToStatus(app, { ...pair, team, track: 'shopping' }, 'mediation')
    const types = async () => (await told()).map(([, type]) => type)
    expect(await types()).toEqual(['dispute.opened', 'payment.paid', 'payment.paid', 'payment.paid'])
    const amounts = (await told()).map(([, , data]) => data.amount_paise)
    expect(amounts.sort()).toEqual([150_000, 150_000, 5_000, 5_000])
    receiver.received.length = 0
    await take(app, team, pair.formPk, 'decide', {
      payer_share_paise: 0,
      at_fault: 'none',
      reasons: 'Both are right',
    })
    expect(await types()).toEqual(['dispute.decided'])
  })
})

describe('an offer link', () => {
  it('that somebody opens is told to its owner once an hour, without who; a button that reads it is nobody', async () => {
    const seller = await person(app, 'Seller')
    await listen(seller, 'seller')
    const offer = { track: 'shopping', title: 'Cotton kurta', amount: 900 }
    const { body: link } = await app.call('POST', '/api/links', { token: seller.token, body: offer })
    const read = (url: string, headers = {}) => app.app.inject({ url, headers: { host: HOST, ...headers } })
    const open = () => read(`/o/${link.id}`, { 'sec-fetch-dest': 'document' })
    await read(`/api/links/${link.id}`, { 'sec-fetch-site': 'cross-site' })
    // a chat that draws a preview
    await read(`/o/${link.id}`)
    expect(await told()).toEqual([])
    await Promise.all([open(), open(), open()])
    const message = ['seller', 'link.opened', { link: link.id, version: 1, amount_paise: 90_000 }]
    expect(await told()).toEqual([message])
    await app.db.ownerPool.query("update offer_link set opened_at = opened_at - interval '61 minutes'")
    await open()
    expect(await told()).toEqual([message, message])
  })
})

describe('the signature with a public key', () => {
  it('stands beside that with the secret, and fits no other message and no other endpoint', async () => {
    const seller = await person(app, 'Seller')
    const { id, public_key } = await listen(seller, 'seller')
    const other = await listen(seller, 'other')
    expect(public_key).toMatch(/^whpk_[\w+/]{43}=$/)
    expect(public_key).not.toBe(other.public_key)
    const { body: apps } = await app.call('GET', '/api/apps', { token: seller.token })
    for (const { id: appId } of apps)
      await app.call('POST', `/api/apps/${appId}/webhooks/${id}/test`, { token: seller.token })
    await sendDue(app)
    const [sent] = receiver.received
    if (!sent) throw new Error('nothing came')
    const { headers, body } = sent
    const signature = /(?:^| )v1a,(\S+)/.exec(headers['webhook-signature'] ?? '')?.[1] ?? ''
    const fits = (key: string, text: string): boolean => {
      const head = Buffer.from('302a300506032b6570032100', 'hex')
      const der = Buffer.concat([head, Buffer.from(key.replace('whpk_', ''), 'base64')])
      const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
      return verify(null, Buffer.from(signed), publicKey, Buffer.from(signature, 'base64'))
    }
    expect(fits(public_key, body)).toBe(true)
    expect([fits(public_key, `${body} `), fits(other.public_key, body)]).toEqual([false, false])
  })
})
