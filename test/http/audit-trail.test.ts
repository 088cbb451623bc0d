/** What people and the team leave in the audit log: each event that the log promises is written by what it tells of. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { offerShopping, PASSWORD, type Person, person, teammate } from '#test/support/people.ts'
import { type Players, Script } from '#test/support/script.ts'

const app = useApp()
let admin: Person
let players: Players
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
  players = {
    payer: await person(app, 'Buyer'),
    payee: await person(app, 'Seller'),
    team: await teammate(app),
  }
})

const eventsOf = async (actor: Person, action: string, subject = '') => {
  const query = `action=${action}&actor_id=${actor.id}&page_size=100${subject}`
  const { status, body } = await app.call('GET', `/api/admin/audit?${query}`, { token: admin.token })
  expect(status).toBe(200)
  return body as Record<string, unknown>[]
}
const look = (who: Person, path: string) => app.call('GET', path, { token: who.token })

describe('the team', () => {
  it('a decision says who gave what to whom, and whose fault it was', async () => {
    const deal = new Script(app, players)
    await deal.offer('shopping', { amount: 1500 })
    await deal.play('payee accept · payer pay · payee ship · payee deliver · payer complain · payer pay')
    await deal.play('payee pay · payee respond · payer escalate · payee escalate · team decide 30000 payee')
    const subject = `&subject_type=deal&subject_id=${deal.formPk}`
    expect(await eventsOf(players.team, 'dispute_decided', subject)).toMatchObject([
      {
        actor_role: 'Mediator',
        before: { status: 'mediation' },
        after: { payer_share_paise: 30_000, at_fault: 'payee' },
        address: '127.0.0.1',
      },
    ])
  })

  it('a look at a deal of others is written once, however often its page asks; a party’s is not', async () => {
    const { formPk, payer } = await offerShopping(app)
    const mediator = await teammate(app)
    for (const path of ['', '/files', '/messages', '']) await look(mediator, `/api/deals/${formPk}${path}`)
    await look(payer, `/api/deals/${formPk}`)
    const subject = `&subject_type=deal&subject_id=${formPk}`
    expect(await eventsOf(mediator, 'personal_data_viewed', subject)).toHaveLength(1)
    expect(await eventsOf(payer, 'personal_data_viewed', subject)).toEqual([])
  })

  it.each([
    ['users', '/api/auth/thirdview/users'],
    ['deals', '/api/auth/thirdview/transactions'],
    ['leads', '/api/admin/leads'],
    ['grievances', '/api/admin/grievances'],
  ])('a page of %s names whose data were on it', async (list, path) => {
    await app.call('POST', '/api/leads/', { body: { name: 'Asha Rao', phone_number: '9876543210' } })
    const reader = await teammate(app, 'Admin')
    const { status, body } = await look(reader, path)
    expect(status).toBe(200)
    const events = await eventsOf(reader, 'personal_data_viewed', `&subject_type=list&subject_id=${list}`)
    const subjects = events.map(({ after }) => (after as { ids: unknown[] }).ids.length)
    expect(subjects).toEqual([body.length])
  })

  it.each([
    ['bank_lines', '/api/admin/bank-lines'],
    ['audit', '/api/admin/audit'],
  ])('a look at %s is written once an hour', async (list, path) => {
    const reader = await teammate(app, 'Admin')
    for (const _ of [1, 2]) expect((await look(reader, path)).status).toBe(200)
    expect(
      await eventsOf(reader, 'personal_data_viewed', `&subject_type=list&subject_id=${list}`),
    ).toHaveLength(1)
  })
})

describe('a person', () => {
  const change = (who: Person, body: object) =>
    app.call('POST', '/api/account/profile', { token: who.token, body })

  it('changes names and the payment number: before and after, the number masked', async () => {
    const seller = await person(app, 'Seller')
    const changes = { first_name: 'Meera', business_name: 'Meera Zari', payment_number: '9222200000' }
    expect((await change(seller, { ...changes, password: PASSWORD })).status).toBe(200)
    const subject = `&subject_type=user&subject_id=${seller.id}`
    const [event, ...more] = await eventsOf(seller, 'profile_changed', subject)
    expect(more).toEqual([])
    expect(event).toMatchObject({
      before: { first_name: 'Asha', business_name: seller.business },
      after: { first_name: 'Meera', business_name: 'Meera Zari' },
    })
    expect(JSON.stringify(event)).not.toContain('9222200000')
    expect(JSON.stringify(event)).not.toContain(seller.phone)
    const { before, after } = event as { before: object; after: { payment_number: string } }
    expect([Object.keys(before).sort(), after.payment_number.slice(-4)]).toEqual([
      ...[['business_name', 'first_name', 'payment_number'], '0000'],
    ])
    await change(seller, { first_name: 'Meera', language: 'hi' })
    expect(await eventsOf(seller, 'profile_changed', subject), 'nothing that is written').toHaveLength(1)
  })

  it('switches the role', async () => {
    const buyer = await person(app, 'Buyer')
    const add = { user_type: ['Client'] }
    expect((await app.call('POST', '/api/account/roles', { token: buyer.token, body: add })).status).toBe(201)
    const use = (role: string) =>
      app.call('POST', '/api/account/role', { token: buyer.token, body: { user_type: [role] } })
    for (const role of ['Buyer', 'Buyer']) expect((await use(role)).status).toBe(200)
    expect(await eventsOf(buyer, 'role_switched')).toMatchObject([
      { before: { role: 'Client' }, after: { role: 'Buyer' } },
    ])
  })

  it('signs out', async () => {
    const user = await person(app, 'Buyer')
    await app.call('POST', '/api/auth/logout/', { token: user.token })
    expect(await eventsOf(user, 'sign_out')).toHaveLength(1)
  })

  it('ends other sessions, takes their data away, and leaves', async () => {
    const user = await person(app, 'Buyer')
    await app.call('DELETE', '/api/account/sessions', { token: user.token })
    expect(await eventsOf(user, 'sessions_ended')).toMatchObject([{ after: { which: 'all others' } }])
    await look(user, '/api/account/export')
    expect(await eventsOf(user, 'data_exported')).toHaveLength(1)
    const { status } = await app.call('POST', '/api/account/delete', {
      token: user.token,
      body: { password: PASSWORD },
    })
    expect(status).toBe(200)
    expect(await eventsOf(user, 'account_deleted')).toHaveLength(1)
  })
})
