/** The stream of a deal: two processes on one database, resuming, cutting off, stopping. */
import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createListener } from '#server/db/listen.ts'
import { MAX_STREAMS_A_USER, openLive } from '#server/http/live/live.ts'
import { quietLog } from '#server/log.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import {
  bringTo,
  look,
  offerShopping,
  type Pair,
  type Person,
  pay,
  person,
  take,
  teammate,
} from '#test/support/people.ts'
import { addressOf, openStream } from '#test/support/streams.ts'

let app: TestApp
/** Another process over the same database. Neither looks by itself: what comes was said. */
let other: TestApp
/** One that looks all the time. */
let restless: TestApp
let pair: Pair
beforeAll(async () => {
  app = await startApp()
  const beside = (heartbeatMs: number) =>
    startApp({
      runInTransaction: app.db.runInTransaction,
      live: openLive(createListener(app.db.pool), quietLog, heartbeatMs),
    })
  other = await beside(600_000)
  restless = await beside(50)
})
afterAll(async () => {
  await Promise.all([other.stop(), restless.stop()])
  await app.stop()
})
const fresh = async () => {
  pair = await offerShopping(app)
  await bringTo(app, pair, 'agreed')
}
const say = (who: Person, text: string, to = app) =>
  to.call('POST', `/api/deals/${pair.formPk}/messages`, { token: who.token, body: { text } })

describe('news', () => {
  beforeAll(fresh)
  it('of one process come to a client of another', async () => {
    const stream = await openStream(other, pair.payee, pair.formPk)
    expect(stream.status).toBe(200)
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(stream.headers['cache-control']).toContain('no-store')
    expect(stream.headers['x-content-type-options']).toBe('nosniff')
    expect(await stream.next()).toEqual({ event: 'ready', id: '2.0', data: { seq: 2, message: 0 } })
    await say(pair.payer, 'are you there?')
    expect(await stream.until('message')).toEqual({ event: 'message', id: '2.1', data: { id: 1 } })
    await pay(app, pair.payer, pair.formPk)
    expect(await stream.until('deal')).toEqual({ event: 'deal', id: '3.1', data: { seq: 3, name: 'fund' } })
    await app.call('POST', `/api/deals/${pair.formPk}/messages/read`, {
      token: pair.payee.token,
      body: { id: 1 },
    })
    expect((await stream.until('read'))?.data).toEqual({})
    stream.close()
  })
  it('come by a lapse too, and only of this deal', async () => {
    const elsewhere = await offerShopping(app)
    const stream = await openStream(other, pair.payer, pair.formPk)
    await stream.until('ready')
    await take(app, elsewhere.creator, elsewhere.formPk, 'withdraw')
    await app.advance('PT49H')
    expect((await stream.next())?.data).toEqual({ seq: 4, name: 'trackingWindow' })
    stream.close()
  })
  it('of a payout come to both sides, and those of another deal do not', async () => {
    await fresh()
    await pay(app, pair.payer, pair.formPk)
    const elsewhere = await offerShopping(app)
    await bringTo(app, elsewhere, 'funded')
    const streams = await Promise.all(
      [pair.payer, pair.payee].map((who) => openStream(other, who, pair.formPk)),
    )
    for (const stream of streams) await stream.until('ready')
    await take(app, elsewhere.payee, elsewhere.formPk, 'cancel')
    await app.runJobs()
    await take(app, pair.payee, pair.formPk, 'cancel')
    for (const stream of streams) expect((await stream.next())?.data).toMatchObject({ name: 'cancel' })
    await app.runJobs()
    for (const stream of streams)
      expect(await stream.next()).toMatchObject({ event: 'payout', id: '', data: {} })
    expect((await look(app, pair.payer, pair.formPk)).paid_out.payer).toBe(true)
    for (const stream of streams) stream.close()
  })
})

describe('a deal that nobody follows', () => {
  beforeAll(fresh)
  it('is not told of, since that would hold up every commit', async () => {
    const ear = new pg.Client({ connectionString: app.db.url })
    const heard: string[] = []
    ear.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await ear.connect()
    await ear.query('listen deal')
    await say(pair.payer, 'nobody hears')
    await ear.query('select 1')
    expect(heard).toEqual([])
    const stream = await openStream(other, pair.payee, pair.formPk)
    await stream.until('ready')
    const followed = () =>
      app.db.ownerPool.query(
        `select 1 from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and objid = (hashtext($1)::bigint & 4294967295)::oid
           and database = (select oid from pg_database where datname = current_database())`,
        [pair.formPk],
      )
    await expect.poll(async () => (await followed()).rowCount).toBe(1)
    await say(pair.payer, 'somebody hears')
    await ear.query('select 1')
    expect(new Set(heard)).toEqual(new Set([`changed ${pair.formPk}`, `read ${pair.formPk}`]))
    stream.close()
    await expect.poll(async () => (await followed()).rowCount).toBe(0)
    await ear.end()
  })
  it('is told of to one who comes while it is being changed', async () => {
    // both sides of the moment: the stream opens between the change and its commit
    const changing = await app.db.ownerPool.connect()
    await changing.query('begin')
    await changing.query(
      `insert into deal_message (deal_id, user_id, side, text, at) values ($1, $2, 'payer', 'not yet there', now())`,
      [pair.formPk, pair.payer.id],
    )
    const stream = await openStream(other, pair.payee, pair.formPk)
    expect((await stream.next())?.data).toMatchObject({ message: 2 })
    await changing.query('commit')
    changing.release()
    expect((await stream.next())?.data).toEqual({ id: 3 })
    stream.close()
  })
})

describe('Last-Event-ID', () => {
  beforeAll(async () => {
    await fresh()
    await say(pair.payer, 'one')
  })
  it('brings everything newer, each once, and then what comes', async () => {
    const stream = await openStream(app, pair.payee, pair.formPk)
    const { id } = (await stream.until('ready')) ?? { id: '' }
    stream.close()
    await say(pair.payer, 'two')
    await pay(app, pair.payer, pair.formPk)
    await say(pair.payer, 'three', other)
    const back = await openStream(other, pair.payee, pair.formPk, id)
    const changes = [await back.next(), await back.next(), await back.next()].map((item) => item?.data)
    expect(changes).toEqual([{ seq: 3, name: 'fund' }, { id: 2 }, { id: 3 }])
    expect(await back.next()).toEqual({ event: 'ready', id: '3.3', data: { seq: 3, message: 3 } })
    await say(pair.payer, 'four')
    expect((await back.until('message'))?.data).toEqual({ id: 4 })
    back.close()
  })
  it('misses nothing while many write and the client comes and goes', async () => {
    const writing = Promise.all(
      [pair.payer, pair.payee].flatMap((who) =>
        [app, other].map(async (to) => {
          for (let i = 0; i < 15; i += 1) await say(who, `no ${i}`, to)
        }),
      ),
    )
    const positions: number[] = []
    let last = '3.4'
    while (positions.at(-1) !== 64) {
      const stream = await openStream(positions.length % 2 ? app : other, pair.payee, pair.formPk, last)
      for (let i = 0; i < 7; i += 1) {
        const event = await stream.next()
        if (event?.id) last = event.id
        if (event?.event === 'message') positions.push((event.data as { id: number }).id)
        if (event === null || positions.at(-1) === 64) break
        if (event.event === 'ready') break
      }
      stream.close()
    }
    await writing
    expect(positions).toEqual(Array.from({ length: 60 }, (_, i) => 5 + i))
  })
  it.each(['', 'x', '1', '-1.0', '1.2.3', '99999999999.0'])('%j is as none', async (id) => {
    const stream = await openStream(app, pair.payer, pair.formPk, id)
    expect((await stream.next())?.event).toBe('ready')
    stream.close()
  })
})

describe('who may listen', () => {
  beforeAll(fresh)
  it.each([
    ['nobody', async () => null, 401],
    ['a stranger', () => person(app, 'Seller'), 404],
    ['the team', () => teammate(app), 200],
  ])('%s', async (_, who, status) => {
    const stream = await openStream(app, await who(), pair.formPk)
    expect(stream.status).toBe(status)
    stream.close()
  })
  it('not with a token in the address', async () => {
    const reply = await app.call('GET', `/api/deals/${pair.formPk}/stream?token=${pair.payer.token}`)
    expect(reply.status).toBe(401)
  })
  it('nobody whose session has ended', async () => {
    const stream = await openStream(restless, pair.payer, pair.formPk)
    await stream.until('ready')
    await app.call('POST', '/api/auth/logout/', { token: pair.payer.token })
    expect(await stream.next()).toBeNull()
  })
  it('nobody who was named and then not accepted', async () => {
    const offer = await offerShopping(app)
    const stream = await openStream(restless, offer.payee, offer.formPk)
    await stream.until('ready')
    await app.db.ownerPool.query('update deal set counterparty_id = $1 where id = $2', [
      pair.payee.id,
      offer.formPk,
    ])
    expect(await stream.next()).toBeNull()
  })
  it(`nobody with more than ${MAX_STREAMS_A_USER} at once`, async () => {
    const open = await Promise.all(
      Array.from({ length: MAX_STREAMS_A_USER }, () => openStream(app, pair.payee, pair.formPk)),
    )
    expect(open.map((item) => item.status)).toEqual(Array(MAX_STREAMS_A_USER).fill(200))
    const over = await openStream(app, pair.payee, pair.formPk)
    expect([over.status, over.headers['retry-after']]).toEqual([429, '30'])
    open[0]?.close()
    await expect
      .poll(async () => {
        const again = await openStream(app, pair.payee, pair.formPk)
        again.close()
        return again.status
      })
      .toBe(200)
    for (const stream of open) stream.close()
  })
})

describe('a stream under failures', () => {
  beforeAll(fresh)
  it('a lost connection for news is opened again, and nothing is missed', async () => {
    const slow = await startApp({
      runInTransaction: app.db.runInTransaction,
      live: openLive(createListener(app.db.pool), quietLog, 600_000),
    })
    const stream = await openStream(slow, pair.payer, pair.formPk)
    await stream.until('ready')
    await say(pair.payee, 'before')
    expect((await stream.until('message'))?.data).toEqual({ id: 1 })
    const { rowCount } = await app.db.ownerPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'amanat deal'`,
    )
    expect(rowCount).toBeGreaterThan(0)
    await say(pair.payee, 'while it is away')
    expect((await stream.until('message'))?.data).toEqual({ id: 2 })
    await say(pair.payee, 'after')
    expect((await stream.until('message'))?.data).toEqual({ id: 3 })
    stream.close()
    await slow.stop()
  })
  it('a server that stops ends its streams first, and does not wait for them', async () => {
    const stopping = await startApp({
      runInTransaction: app.db.runInTransaction,
      live: openLive(createListener(app.db.pool), quietLog),
    })
    const stream = await openStream(stopping, pair.payee, pair.formPk)
    await stream.until('ready')
    // browsers open one more than they need
    const spare = connect(Number(new URL(await addressOf(stopping)).port), '127.0.0.1')
    await once(spare, 'connect')
    const startedAt = performance.now()
    const stopped = stopping.app.close()
    expect(await stream.next()).toBeNull()
    await stopped
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    await stopping.db.drop()
  })
  it('the deal is as it was', async () => {
    expect((await look(app, pair.payee, pair.formPk)).status).toBe('agreed')
    expect(await app.verify()).toEqual([])
  })
})
