/** What the audit log holds, who may read it, and that nobody changes it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '#server/jobs/clean-up.ts'
import { quietLog } from '#server/log.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { type Person, person, teammate } from '#test/support/people.ts'

let app: TestApp
let admin: Person
let mediator: Person
beforeAll(async () => {
  app = await startApp()
  admin = await teammate(app, 'Admin')
  mediator = await teammate(app, 'Mediator')
})
afterAll(() => app.stop())

const search = async (query = '', who = admin) =>
  app.call('GET', `/api/admin/audit${query}`, { token: who.token })

describe('the audit log', () => {
  it('names who made a coupon, and from where', async () => {
    await app.call('POST', '/api/admin/coupons', { token: admin.token, body: { code: 'AUDIT20' } })
    const { body } = await search('?action=coupon_created')
    expect(body[0]).toMatchObject({
      action: 'coupon_created',
      actor_id: admin.id,
      actor_role: 'Admin',
      subject_type: 'coupon',
      after: { code: 'AUDIT20' },
      address: '127.0.0.1',
    })
    expect(body[0].request_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('keeps a refusal, though the work of the request was rolled back', async () => {
    const buyer = await person(app, 'Buyer')
    expect((await app.call('GET', '/api/admin/overview', { token: buyer.token })).status).toBe(403)
    const { body } = await search(`?action=denied&actor_id=${buyer.id}`)
    expect(body).toMatchObject([{ subject_type: 'endpoint', subject_id: 'GET /api/admin/overview' }])
  })

  it('is for Admins: a Mediator is refused, and that is kept too', async () => {
    expect((await search('', mediator)).status).toBe(403)
    expect((await app.call('GET', '/api/admin/audit.csv', { token: mediator.token })).status).toBe(403)
    expect((await search(`?action=denied&actor_id=${mediator.id}`)).body).toHaveLength(2)
  })

  it('is searched by who, what, whom and when, page by page', async () => {
    const all = (await search()).body
    expect(all.length).toBeGreaterThanOrEqual(3)
    const older = (await search(`?before_id=${all[0].id}&page_size=1`)).body
    expect(older).toEqual([all[1]])
    for (const query of ['action=nonsense', 'from=yesterday', 'until=2026-02-30'])
      expect((await search(`?${query}`)).status).toBe(400)

    await app.db.ownerPool.query(
      `insert into audit_event (action, actor_id, subject_type, subject_id, at) values
         ('role_changed', $1, 'user', '77', '2020-01-01T00:00:00Z'),
         ('role_changed', $1, 'user', '78', '2020-01-02T00:00:00Z'),
         ('role_changed', $2, 'deal', '77', '2020-01-03T00:00:00Z'),
         ('sign_in', $1, 'user', '77', '2020-01-04T00:00:00Z')`,
      [admin.id, mediator.id],
    )
    const daysOf = async (query: string): Promise<number[]> =>
      (await search(`?until=2020-01-05T00:00:00Z${query}`)).body.map(({ at }: { at: string }) =>
        new Date(at).getUTCDate(),
      )
    expect(await daysOf('')).toEqual([4, 3, 2, 1])
    expect(await daysOf('&action=role_changed')).toEqual([3, 2, 1])
    expect(await daysOf(`&actor_id=${mediator.id}`)).toEqual([3])
    expect(await daysOf('&subject_type=user&subject_id=77')).toEqual([4, 1])
    expect(await daysOf(`&from=2020-01-02T00:00:00Z`)).toEqual([4, 3, 2])
    expect(await daysOf(`&from=2020-01-02T00:00:00Z&action=role_changed&actor_id=${admin.id}`)).toEqual([2])
    const exported = await app.call('GET', '/api/admin/audit.csv?until=2020-01-05T00:00:00Z&subject_id=78', {
      token: admin.token,
    })
    expect(String(exported.body).trim().split('\r\n')).toHaveLength(2)
  })

  it('is exported as CSV without formulas', async () => {
    await app.db.ownerPool.query(`insert into audit_event (action, device) values ('sign_in', '=1+1')`)
    const reply = await app.call('GET', '/api/admin/audit.csv', { token: admin.token })
    expect(reply.status).toBe(200)
    expect(String(reply.body)).toContain(`'=1+1`)
    expect(String(reply.body).split('\r\n')[0]).toMatch(/^"id","at","action","actor_id"/)
  })
})

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? String(error),
  )

describe('the database refuses', () => {
  it.each([
    `update audit_event set action = 'sign_in'`,
    `update audit_event set address = '10.0.0.1'`,
    `update audit_event set address = null`,
    'delete from audit_event',
    'truncate audit_event',
    `set session_replication_role = 'replica'; delete from audit_event`,
  ])('even the owner: %s', async (statement) => {
    expect(['AM403', '42501']).toContain(await codeOf(app.db.ownerPool.query(statement)))
  })

  it.each([
    `update audit_event set action = 'sign_in'`,
    'delete from audit_event',
    `insert into audit_event (action, at) values ('sign_in', now() - interval '1 day')`,
  ])('the program: %s', async (statement) => {
    expect(await codeOf(app.db.pool.query(statement))).toBe('42501')
  })

  it('an address before 90 days are over, and keeps its network alone after', async () => {
    await app.db.ownerPool.query(`
      insert into audit_event (action, at, address, device) values
        ('sign_in', now() - interval '91 days', '203.0.113.77', 'old'),
        ('sign_in', now() - interval '91 days', '2001:db8:1:2::3', 'old'),
        ('sign_in', now() - interval '89 days', '203.0.113.78', 'old')`)
    await cleanUp({ runInTransaction: app.db.runInTransaction, log: quietLog })
    const { rows } = await app.db.pool.query(
      `select address::text from audit_event where device = 'old' order by id`,
    )
    expect(rows.map(({ address }) => address)).toEqual([
      '203.0.113.0/24',
      '2001:db8:1::/48',
      '203.0.113.78/32',
    ])
  })
})
