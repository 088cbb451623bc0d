/** Who of the team is an Admin: changed by another Admin, audited, at once, and never so that none is left. */
import { describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { PASSWORD, type Person, person, teammate } from '#test/support/people.ts'

const app = useApp()

const change = (by: Person, id: number, role: unknown) =>
  app.call('POST', `/api/admin/users/${id}/role`, { token: by.token, body: { role } })

const me = (who: Person) => app.call('GET', '/api/auth/user', { token: who.token })

const roleOf = async ({ id }: Person): Promise<string> =>
  (await app.db.ownerPool.query('select user_type from app_user where id = $1', [id])).rows[0].user_type

const signInAgain = async (who: Person): Promise<Person> => {
  const { body } = await app.call('POST', '/api/auth/login', {
    body: { phone_number: who.phone, password: PASSWORD },
  })
  return { ...who, token: body.token }
}

describe('an Admin changes the role of somebody of the team', () => {
  it('ends their sessions, lets them do what the new role may, and is in the audit log', async () => {
    const admin = await teammate(app, 'Admin')
    const mediator = await teammate(app, 'Mediator')
    expect((await app.call('GET', '/api/admin/audit', { token: mediator.token })).status).toBe(403)

    const { status, body } = await change(admin, mediator.id, 'Admin')
    expect([status, body.id, body.user_type]).toEqual([200, mediator.id, ['Admin']])
    expect((await me(mediator)).status).toBe(401)
    const promoted = await signInAgain(mediator)
    const { rows } = await app.db.ownerPool.query(
      `select actor_id, before, after from audit_event where action = 'role_changed' and subject_id = $1`,
      [String(mediator.id)],
    )
    expect(rows).toEqual([{ actor_id: admin.id, before: { role: 'Mediator' }, after: { role: 'Admin' } }])
    expect((await app.call('GET', '/api/admin/audit', { token: promoted.token })).status).toBe(200)

    expect((await change(promoted, admin.id, 'Mediator')).status).toBe(200)
    expect((await me(admin)).status).toBe(401)
    const demoted = await signInAgain(admin)
    expect((await app.call('GET', '/api/admin/audit', { token: demoted.token })).status).toBe(403)
  })

  it('is refused for oneself, for people outside the team, and for a role that is there already', async () => {
    const admin = await teammate(app, 'Admin')
    const mediator = await teammate(app, 'Mediator')
    const buyer = await person(app, 'Buyer')
    expect((await change(admin, admin.id, 'Mediator')).status).toBe(403)
    expect((await change(admin, buyer.id, 'Admin')).status).toBe(404)
    expect((await change(admin, 999_999, 'Admin')).status).toBe(404)
    expect((await change(admin, mediator.id, 'Mediator')).status).toBe(409)
    expect((await change(mediator, mediator.id, 'Admin')).status).toBe(403)
    for (const role of ['Buyer', '', null, ['Admin']])
      expect((await change(admin, mediator.id, role)).status).toBe(400)
    expect([await roleOf(admin), await roleOf(mediator), await roleOf(buyer)]).toEqual([
      'Admin',
      'Mediator',
      'Buyer',
    ])
    expect((await me(mediator)).status).toBe(200)
  })

  it('leaves an Admin when two demote each other at the same moment', async () => {
    for (let round = 0; round < 20; round += 1) {
      await app.db.ownerPool.query(`update app_user set user_type = 'Mediator' where user_type = 'Admin'`)
      const [first, second] = [await teammate(app, 'Admin'), await teammate(app, 'Admin')]
      const replies = await Promise.all([
        change(first, second.id, 'Mediator'),
        change(second, first.id, 'Mediator'),
      ])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect([await roleOf(first), await roleOf(second)].sort()).toEqual(['Admin', 'Mediator'])
    }
  })
})
