/** Who asked to be called: what came of each call is kept until the request is deleted, by hand or after 90 days. */
import { beforeAll, describe, expect, it } from 'vitest'
import { CALL_OUTCOMES, type LeadOutcome } from '#core/contract/leads.ts'
import { cleanUp } from '#server/jobs/clean-up.ts'
import { quietLog } from '#server/log.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { type Person, person, teammate } from '#test/support/people.ts'

const app = useApp()
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Admin')
})

const request = (name: string, phone = '+91 98765 43210') =>
  app.call('POST', '/api/leads/', { body: { name, phone_number: phone } })
const list = async (query = '') =>
  (await app.call('GET', `/api/admin/leads${query}`, { token: team.token })).body
const idOf = async (name: string): Promise<number> =>
  (await list()).find((row: { name: string }) => row.name === name).id
const called = (id: number, body: object) =>
  app.call('POST', `/api/admin/leads/${id}/calls`, { token: team.token, body })
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('a lead', () => {
  it('is listed newest first and can be forgotten', async () => {
    for (const name of ['Asha', 'Ravi']) await request(name)
    const { body, headers } = await app.call('GET', '/api/admin/leads/', { token: team.token })
    expect(headers['x-total-count']).toBe('2')
    expect(names(body)).toEqual(['Ravi', 'Asha'])
    expect(body[0]).toMatchObject({ phone_number: '9876543210', message: null, done: false, calls: [] })
    await called(body[0].id, { outcome: 'no_answer' })
    const gone = await app.call('DELETE', `/api/admin/leads/${body[0].id}/`, { token: team.token })
    expect([gone.status, gone.body]).toEqual([200, { message: 'The lead was deleted.' }])
    const again = await app.call('DELETE', `/api/admin/leads/${body[0].id}`, { token: team.token })
    expect(again.status).toBe(404)
    expect((await called(body[0].id, { outcome: 'answered' })).status).toBe(404)
  })

  const DONE: Readonly<Record<LeadOutcome, boolean>> = {
    ...{ no_answer: false, call_again: false },
    ...{ answered: true, not_wanted: true, wrong_number: true },
  }
  const nameFor = (outcome: LeadOutcome): string => `Meera ${outcome.replace('_', ' ')}`
  it.each(CALL_OUTCOMES)('keeps what came of a call: %s', async (outcome) => {
    await request(nameFor(outcome))
    const id = await idOf(nameFor(outcome))
    const { status, body } = await called(id, { outcome, note: ' After six ' })
    expect([status, body.done]).toEqual([201, DONE[outcome]])
    expect(body.calls).toEqual([
      { outcome, note: 'After six', by: expect.any(String), at: expect.any(String) },
    ])
    const states = await Promise.all(['open', 'done'].map((state) => list(`?state=${state}`)))
    expect(states.map((rows) => names(rows).includes(nameFor(outcome)))).toEqual([
      !DONE[outcome],
      DONE[outcome],
    ])
  })

  it('is called again, and opens again when somebody has to', async () => {
    await request('Arjun')
    const id = await idOf('Arjun')
    await called(id, { outcome: 'answered', note: '' })
    const { body } = await called(id, { outcome: 'call_again', note: 'On Monday' })
    expect([body.done, body.calls.map(({ note }: { note: string | null }) => note)]).toEqual([
      false,
      [null, 'On Monday'],
    ])
  })
})

describe('the list of leads', () => {
  it('who waits the longest is the first of the open ones', async () => {
    expect(names(await list('?state=open'))).toEqual(['Asha', 'Meera no answer', 'Meera call again', 'Arjun'])
  })

  it('counts at its desk until nobody has to call', async () => {
    const waiting = async (): Promise<number> => {
      const { body } = await app.call('GET', '/api/admin/desks', { token: team.token })
      return body.desks.find(({ desk }: { desk: string }) => desk === 'leads').count
    }
    const before = await waiting()
    await called(await idOf('Arjun'), { outcome: 'wrong_number' })
    expect(await waiting()).toBe(before - 1)
  })

  it.each([
    [{}, 'outcome'],
    [{ outcome: 'sold' }, 'outcome'],
    [{ outcome: 'answered', note: 'x'.repeat(501) }, 'note'],
  ])('refuses %j beside its field', async (body, field) => {
    const answer = await called(await idOf('Arjun'), body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, expect.arrayContaining([field])])
  })

  it('is the business of Admins alone, and each act is in the audit log', async () => {
    const id = await idOf('Arjun')
    const others = [await person(app, 'Buyer'), await teammate(app, 'Mediator')]
    for (const { token } of others)
      for (const [method, url, body] of [
        ['GET', '/api/admin/leads', undefined],
        ['POST', `/api/admin/leads/${id}/calls`, { outcome: 'answered' }],
        ['DELETE', `/api/admin/leads/${id}`, undefined],
      ] as const)
        expect((await app.call(method, url, { token, body })).status).toBe(403)
    await app.call('DELETE', `/api/admin/leads/${id}`, { token: team.token })
    const { rows } = await app.db.ownerPool.query(
      `select action from audit_event where subject_type = 'lead' and subject_id = $1 order by id`,
      [String(id)],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'lead_called',
      'lead_called',
      'lead_called',
      'lead_deleted',
    ])
  })

  it('goes after 90 days with its calls, as the privacy policy says', async () => {
    await app.db.ownerPool.query(
      `update lead set created_at = now() - interval '91 days' where name like 'Meera%'`,
    )
    const { lead } = await cleanUp({
      ...{ runInTransaction: app.db.runInTransaction, settings: testSettings, log: quietLog },
    })
    expect(lead).toBe(CALL_OUTCOMES.length)
    expect(names(await list()).filter((name) => name.startsWith('Meera'))).toEqual([])
  })
})
