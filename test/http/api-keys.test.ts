/** Apps and keys: made by a person, shown once, rotated, ended; what each scope opens, and what no key ever does. */
import { beforeAll, describe, expect, it } from 'vitest'
import { SCOPES } from '#core/scopes.ts'
import { deleteSessionsOf } from '#server/repositories/sessions.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { appKey } from '#test/support/apps.ts'
import {
  look,
  offerShopping,
  PASSWORD,
  type Pair,
  type Person,
  pay,
  person,
  take,
  teammate,
} from '#test/support/people.ts'
import { FakeSender, useVerifyingApp, verifyPhone } from '#test/support/verification.ts'

const app = useApp()
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

let pair: Pair
let payerKey = ''
let payeeKey = ''
beforeAll(async () => {
  pair = await offerShopping(app)
  payerKey = (await appKey(app, pair.payer, SCOPES)).key
  payeeKey = (await appKey(app, pair.payee, SCOPES)).key
})

describe('a key with every scope', () => {
  it('sells: accepts, ships and reads, as its owner would', async () => {
    const accepted = await app.call('POST', `/api/deals/${pair.formPk}/accept`, {
      ...bearer(payeeKey),
      body: { terms_version: 1, rules_accepted: true },
    })
    expect([accepted.status, accepted.body.status]).toEqual([200, 'agreed'])
    await pay(app, pair.payer, pair.formPk)
    const shipped = await app.call('POST', `/api/deals/${pair.formPk}/ship`, {
      ...bearer(payeeKey),
      body: { courier: 'delhivery', tracking_number: '12345678901' },
    })
    expect([shipped.status, shipped.body.status]).toEqual([200, 'in_delivery'])
    const read = await app.call('GET', `/api/deals/${pair.formPk}`, bearer(payeeKey))
    expect([read.status, read.body.me]).toEqual([200, 'payee'])
  })

  it.each([
    'release',
    'cancel',
    'decide',
    'accept_split',
    'confirm_return',
    'complain',
    'withdraw_complaint',
  ])('never: %s', async (action) => {
    const before = await look(app, pair.payer, pair.formPk)
    for (const token of [payerKey, payeeKey]) {
      const { status, body } = await app.call('POST', `/api/deals/${pair.formPk}/${action}`, {
        ...bearer(token),
        body: {},
      })
      expect([status, body.code]).toEqual([403, 'key_scope'])
    }
    expect((await look(app, pair.payer, pair.formPk)).events).toEqual(before.events)
  })

  it.each([
    ['POST', '/api/account/payout-target'],
    ['POST', '/api/account/phone'],
    ['POST', '/api/account/email'],
    ['POST', '/api/account/profile'],
    ['POST', '/api/account/delete'],
    ['GET', '/api/account/export'],
    ['POST', '/api/apps'],
    ['GET', '/api/apps'],
    ['DELETE', '/api/account/sessions'],
    ['POST', '/api/auth/logout'],
  ])('never: %s %s', async (method, url) => {
    const { status, body } = await app.call(method, url, {
      ...bearer(payeeKey),
      body: method === 'POST' ? { password: PASSWORD, scopes: [...SCOPES], name: 'Another' } : undefined,
    })
    expect([status, body.code]).toEqual([403, 'key_scope'])
  })
})

describe('the deals of a key', () => {
  it('says the same of a deal that is not its owner’s as of one that is not there', async () => {
    const stranger = await appKey(app, await person(app, 'Buyer'), SCOPES)
    for (const formPk of [pair.formPk, 'nothing-here']) {
      const read = await app.call('GET', `/api/deals/${formPk}`, bearer(stranger.key))
      const moved = await app.call('POST', `/api/deals/${formPk}/ship`, { ...bearer(stranger.key), body: {} })
      const released = await app.call('POST', `/api/deals/${formPk}/release`, {
        ...bearer(stranger.key),
        body: {},
      })
      expect([read.status, moved.status, released.status]).toEqual([404, 404, 403])
    }
  })

  it('the release stays with the person, and the books are sound', async () => {
    await take(app, pair.payer, pair.formPk, 'release')
    expect(await app.verify()).toEqual([])
  })

  it('with a key of its own a request is done once', async () => {
    const buyer = await person(app, 'Buyer')
    const { key: writer } = await appKey(app, buyer, ['deals:write'])
    const offer = () =>
      app.call('POST', '/api/transactions/shopping', {
        headers: { ...bearer(writer).headers, 'idempotency-key': 'order 17' },
        body: {
          service_details: 'Lamp',
          amount: 900,
          cpty_phone: pair.payee.phone,
          cpty_company: pair.payee.business,
        },
      })
    const [first, second] = [await offer(), await offer()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.form_pk).toBe(first.body.form_pk)
  })
})

let owner: Person
beforeAll(async () => {
  owner = await person(app, 'Seller')
})
const statusOf = async (key: string) => (await app.call('GET', '/api/deals', bearer(key))).status
const list = async (who = owner) => (await app.call('GET', '/api/apps', { token: who.token })).body

describe('a key', () => {
  it('is shown once, and its hash alone is stored', async () => {
    const { id, appId, key } = await appKey(app, owner, ['deals:read'])
    expect(key).toMatch(/^amt_test_[0-9A-Za-z]{12}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/)
    const secret = key.slice(22, 54)
    const { rows } = await app.db.ownerPool.query(
      'select k::text as text, hash from api_key k where id = $1',
      [id],
    )
    expect(rows[0].text).not.toContain(secret)
    expect(JSON.stringify(await list())).not.toContain(secret)
    const listed = (await list()).find((item: { id: string }) => item.id === appId)
    expect(listed.keys[0]).toMatchObject({ id, last4: secret.slice(-4), scopes: ['deals:read'] })
  })

  it('says when it was used', async () => {
    const { id, appId, key } = await appKey(app, owner, ['deals:read'])
    const keyOf = async () =>
      (await list())
        .find((item: { id: string }) => item.id === appId)
        .keys.find((item: { id: string }) => item.id === id)
    expect((await keyOf()).last_used_at).toBeNull()
    expect(await statusOf(key)).toBe(200)
    expect(Date.parse((await keyOf()).last_used_at)).toBeGreaterThan(Date.now() - 60_000)
  })

  it('goes on for a day beside the one that replaces it, and no longer', async () => {
    const first = await appKey(app, owner, ['deals:read'])
    const second = await appKey(app, owner, ['deals:read'], { appId: first.appId })
    expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([200, 200])
    const { keys } = (await list()).find((item: { id: string }) => item.id === first.appId)
    const hours = (Date.parse(keys[0].expires_at) - Date.now()) / 3_600_000
    expect([hours > 23.9, hours <= 24, keys[1].expires_at]).toEqual([true, true, null])
    await app.db.ownerPool.query(
      `update api_key set expires_at = clock_timestamp() - interval '1 second' where id = $1`,
      [first.id],
    )
    expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([401, 200])
  })

  it('that is replaced at once ends at once', async () => {
    const first = await appKey(app, owner, ['deals:read'])
    const second = await appKey(app, owner, ['deals:read'], { appId: first.appId, at_once: true })
    expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([401, 200])
  })

  it('that is ended is refused, alone or with its app', async () => {
    const first = await appKey(app, owner, ['deals:read'])
    const second = await appKey(app, owner, ['deals:read'], { appId: first.appId })
    const path = `/api/apps/${first.appId}/keys/${first.id}`
    expect((await app.call('DELETE', path, { token: owner.token })).status).toBe(204)
    expect((await app.call('DELETE', path, { token: owner.token })).status).toBe(404)
    expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([401, 200])
    expect((await app.call('DELETE', `/api/apps/${first.appId}`, { token: owner.token })).status).toBe(204)
    expect(await statusOf(second.key)).toBe(401)
    expect((await list()).map((item: { id: string }) => item.id)).not.toContain(first.appId)
  })
})

describe('no key', () => {
  it('with a typo, of the other kind or made up is refused', async () => {
    const { key } = await appKey(app, owner, ['deals:read'])
    const live = 'amt_live_ABCDEFGHIJKL_0123456789abcdefghijklmnopqrstuv_'
    const bad = [`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`, key.slice(0, -1), `${live}000000`]
    for (const text of bad) {
      const { status, body } = await app.call('GET', '/api/deals', bearer(text))
      expect([status, body.code]).toEqual([401, 'unauthenticated'])
    }
  })

  it('belongs to its owner alone', async () => {
    const { appId, id } = await appKey(app, owner, ['deals:read'])
    const other = await person(app, 'Seller')
    const call = (method: string, url: string) =>
      app.call(method, url, {
        token: other.token,
        body: method === 'POST' ? { scopes: ['deals:read'] } : undefined,
      })
    expect((await call('POST', `/api/apps/${appId}/keys`)).status).toBe(404)
    expect((await call('DELETE', `/api/apps/${appId}/keys/${id}`)).status).toBe(404)
    expect((await call('DELETE', `/api/apps/${appId}`)).status).toBe(404)
    expect(await list(other)).toEqual([])
  })

  it.each([
    [{}, 'scopes'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['money:move'] }, 'scopes'],
    [{ scopes: ['deals:read'], at_once: 'yes' }, 'at_once'],
  ])('is not made of %j', async (body, field) => {
    const { appId } = await appKey(app, owner, ['deals:read'], { at_once: true })
    const reply = await app.call('POST', `/api/apps/${appId}/keys`, { token: owner.token, body })
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, [field]])
    // as many apps as one may have are not used up by the cases of this table
    await app.call('DELETE', `/api/apps/${appId}`, { token: owner.token })
  })

  it('of the team there is none, and one whose owner joins the team works no more', async () => {
    const admin = await teammate(app, 'Admin')
    const refused = await app.call('POST', '/api/apps', { token: admin.token, body: { name: 'Ours' } })
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    const joining = await person(app, 'Seller')
    const { key } = await appKey(app, joining, ['deals:read'])
    await app.db.ownerPool.query(`update app_user set user_type = 'Admin' where id = $1`, [joining.id])
    expect(await statusOf(key)).toBe(401)
  })
})

describe('the app of a key', () => {
  it('is in the audit log: made, ended, and what it was refused', async () => {
    const { appId, id, key } = await appKey(app, owner, ['deals:read'])
    await app.call('POST', '/api/account/phone', { ...bearer(key), body: {} })
    await app.call('DELETE', `/api/apps/${appId}/keys/${id}`, { token: owner.token })
    const { rows } = await app.db.ownerPool.query(
      `select action, device from audit_event where subject_id = $1 or device = $2 order by id`,
      [appId, `API key ${id}`],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'app_created',
      'api_key_created',
      'denied',
      'api_key_revoked',
    ])
    expect(rows[2].device).toBe(`API key ${id}`)
  })

  it('ends when the password is reset: whoever was in before may have made it', async () => {
    const robbed = await person(app, 'Seller')
    const { key } = await appKey(app, robbed, ['deals:read'])
    await app.db.runInTransaction((tx) => deleteSessionsOf(tx, robbed.id))
    expect(await statusOf(key)).toBe(401)
  })

  it('ends with the account, and its app’s name is forgotten', async () => {
    const leaving = await person(app, 'Seller')
    const { appId, key } = await appKey(app, leaving, ['deals:read'])
    const exported = await app.call('GET', '/api/account/export', { token: leaving.token })
    expect(exported.body.apps).toMatchObject([{ id: appId, name: 'My shop' }])
    await app.call('POST', '/api/account/delete', { token: leaving.token, body: { password: PASSWORD } })
    expect(await statusOf(key)).toBe(401)
    const { rows } = await app.db.ownerPool.query('select name, revoked_at from app where id = $1', [appId])
    expect([rows[0].name, rows[0].revoked_at === null]).toEqual(['', false])
  })

  it('there are ten apps a person, also when eleven are made at once', async () => {
    const many = await person(app, 'Seller')
    const make = () => app.call('POST', '/api/apps', { token: many.token, body: { name: 'One more' } })
    const statuses = (await Promise.all(Array.from({ length: 11 }, make))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array(10).fill(201), 409])
  })
})

describe('keys outside the sandbox', () => {
  const live = useApp({ settings: { ...testSettings, provider: 'upi' }, sandbox: null })

  it('are live ones, and a test key is of the other kind', async () => {
    const owner = await person(live, 'Seller')
    const { key } = await appKey(live, owner, ['deals:read'])
    expect(key).toMatch(/^amt_live_/)
    expect((await live.call('GET', '/api/deals', bearer(key))).status).toBe(200)
    const test = await appKey(app, await person(app, 'Seller'), ['deals:read'])
    for (const [where, other] of [
      [live, test.key],
      [app, key],
    ] as const) {
      const { status, body } = await where.call('GET', '/api/deals', bearer(other))
      expect([status, body.code]).toEqual([401, 'wrong_mode'])
    }
  })
})

describe('where numbers are checked', () => {
  const sender = new FakeSender()
  const checking = useVerifyingApp([sender])

  it('an app needs a proved number', async () => {
    const owner = await person(checking, 'Seller')
    const make = () => checking.call('POST', '/api/apps', { token: owner.token, body: { name: 'My shop' } })
    const refused = await make()
    expect([refused.status, refused.body.code]).toEqual([403, 'unverified'])
    await verifyPhone(checking, sender, owner)
    expect((await make()).status).toBe(201)
  })
})

describe('the general limit of writes', () => {
  it('counts those of a key', async () => {
    const { key, id } = await appKey(app, owner, ['deals:write'])
    await app.call('POST', '/api/deals/x/ship', { ...bearer(key), body: {} })
    const { rows } = await app.db.ownerPool.query(
      `select hits from rate_limit
        where key = (select 'writes token ' || encode(hash, 'hex') from api_key where id = $1)`,
      [id],
    )
    // a batch of the thousandfold limit that tests have
    expect(rows.map(({ hits }) => hits)).toEqual([4_000])
  })
})
