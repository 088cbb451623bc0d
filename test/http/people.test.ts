/** A person for the team: what is known of one, and what a person whom the team has blocked may still do. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { addFile } from '#test/support/files.ts'
import {
  accept,
  bringTo,
  look,
  offerServices,
  offerShopping,
  PASSWORD,
  type Pair,
  type Person,
  pay,
  person,
  take,
  teammate,
} from '#test/support/people.ts'

const app = useApp()
let admin: Person
let mediator: Person
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
  mediator = await teammate(app, 'Mediator')
})

const REASON = 'Three buyers report the same shop'
const team = (who: Person, verb: string, by = admin, body: object = { reason: REASON }) =>
  app.call('POST', `/api/admin/people/${who.id}/${verb}`, { token: by.token, body })
const read = async (who: Person, by = mediator) =>
  (await app.call('GET', `/api/admin/people/${who.id}`, { token: by.token })).body
const audited = async (who: Person) =>
  (
    await app.db.ownerPool.query(
      `select action, actor_id, after from audit_event
        where subject_type = 'user' and subject_id = $1 and action <> 'sign_in' order by id`,
      [String(who.id)],
    )
  ).rows.map(({ action, actor_id, after }) => [action, Number(actor_id), after?.reason])

it('shows deals, sessions, notes and what is shared with others', async () => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'delivered')
  const kin = await person(app, 'Buyer', { payment_number: pair.payee.phone })
  await app.db.ownerPool.query(
    `insert into known_origin (user_id, kind, hash) select u, 'device', decode(repeat('ab', 32), 'hex') from unnest($1::bigint[]) u`,
    [[pair.payee.id, kin.id]],
  )
  expect((await team(pair.payee, 'notes', mediator, { text: 'Called, will send the bill' })).status).toBe(200)
  expect(await read(pair.payee)).toMatchObject({
    user: { id: pair.payee.id, phone_number: pair.payee.phone },
    ...{ blocked: null, deleted: false, owed_paise: 0, payouts_held_until: null },
    deals: [{ form_pk: pair.formPk, status: 'delivered', pays: false, product: 'Phone' }],
    sessions: [{}],
    notes: [{ text: 'Called, will send the bill', by: 'Asha' }],
    risks: {
      same_number: [{ id: kin.id, name: 'Asha Rao' }],
      same_target: [],
      same_device: [{ id: kin.id }],
      new_target_until: null,
    },
  })
  expect((await read(kin)).risks.same_number).toMatchObject([{ id: pair.payee.id }])
  expect((await audited(pair.payee)).map(([action]) => action)).toContain('personal_data_viewed')
  expect((await app.call('GET', '/api/admin/people/99999999', { token: admin.token })).status).toBe(404)
})

it('says until when payouts wait, and not for how long they waited once', async () => {
  const who = await person(app, 'Client')
  const hold = (hours: number) =>
    app.db.ownerPool.query(
      'update app_user set payouts_held_until = clock_timestamp() + make_interval(hours => $2) where id = $1',
      [who.id, hours],
    )
  await hold(24)
  expect((await read(who)).payouts_held_until).toEqual(expect.any(String))
  await hold(-1)
  expect((await read(who)).payouts_held_until).toBeNull()
})

let goods: Pair
let work: Pair
let offered: Pair
const acting = (who: Person, formPk: string, action: string, body: object = {}) =>
  app.call('POST', `/api/deals/${formPk}/${action}`, { token: who.token, body })

const BLOCKED = [
  ['reads the deal', 200, () => app.call('GET', `/api/deals/${goods.formPk}`, { token: goods.payee.token })],
  [
    'accepts no offer',
    403,
    () => acting(offered.payee, offered.formPk, 'accept', { terms_version: 1, rules_accepted: true }),
  ],
  ['declines one', 200, () => acting(offered.payee, offered.formPk, 'decline')],
  [
    'makes no offer',
    403,
    () => app.call('POST', '/api/transactions/services/', { token: work.payee.token, body: {} }),
  ],
  ['changes none', 403, () => acting(work.payee, work.formPk, 'edit', { amount: 100 })],
  ['makes no link', 403, () => app.call('POST', '/api/links', { token: goods.payee.token, body: {} })],
  ['asks for no deal', 403, () => app.call('POST', '/api/requests', { token: goods.payee.token, body: {} })],
  ['makes no app', 403, () => app.call('POST', '/api/apps', { token: goods.payee.token, body: {} })],
  [
    'takes no other role',
    403,
    () => app.call('POST', '/api/account/roles', { token: goods.payee.token, body: {} }),
  ],
  [
    'changes no number',
    403,
    () => app.call('POST', '/api/account/phone', { token: goods.payee.token, body: {} }),
  ],
  [
    'changes no name',
    403,
    () => app.call('POST', '/api/account/profile', { token: goods.payee.token, body: {} }),
  ],
  [
    'writes to the other side',
    201,
    () =>
      app.call('POST', `/api/deals/${goods.formPk}/messages`, {
        token: goods.payee.token,
        body: { text: 'It leaves today' },
      }),
  ],
  [
    'signs in',
    200,
    () =>
      app.call('POST', '/api/auth/login', {
        body: { phone_number: goods.payee.phone, password: PASSWORD },
      }),
  ],
  [
    'ships what is paid',
    200,
    () => acting(goods.payee, goods.formPk, 'ship', { courier: 'delhivery', tracking_number: '12345678901' }),
  ],
] as const

describe('a blocked person', () => {
  beforeAll(async () => {
    goods = await offerShopping(app)
    await bringTo(app, goods, 'funded')
    const seller = goods.payee
    const offer = async (): Promise<string> => {
      const { body } = await app.call('POST', '/api/transactions/shopping/', {
        token: goods.payer.token,
        body: {
          service_details: 'Lamp',
          amount: 900,
          cpty_phone: seller.phone,
          cpty_company: seller.business,
        },
      })
      return body.form_pk
    }
    offered = { ...goods, formPk: await offer() }
    work = await offerServices(app)
    await team(seller, 'block')
    await team(work.payee, 'block')
  })

  it.each(BLOCKED)('%s', async (_, status, attempt) => {
    const reply = await attempt()
    expect([reply.status, reply.status === 403 ? reply.body.code : '']).toEqual([
      status,
      status === 403 ? 'blocked' : '',
    ])
  })
  it('strands no money: what runs ends, and is paid out', async () => {
    await addFile(app, goods.payee, goods.formPk)
    await take(app, goods.payee, goods.formPk, 'deliver', { note: 'Left at the door' })
    await take(app, goods.payer, goods.formPk, 'release')
    await app.runJobs()
    expect((await look(app, goods.payee, goods.formPk)).paid_out.payee).toBe(true)
    expect(await app.verify()).toEqual([])
  })

  it('as the payer: pays, complains and gets the money back', async () => {
    const pair = await offerServices(app)
    await accept(app, pair)
    await team(pair.payer, 'block')
    await pay(app, pair.payer, pair.formPk)
    await take(app, pair.payee, pair.formPk, 'cancel')
    await app.runJobs()
    expect((await look(app, pair.payer, pair.formPk)).paid_out.payer).toBe(true)
  })

  it('finds nobody for the offers they made before', async () => {
    const reply = await acting(work.payer, work.formPk, 'accept', { terms_version: 1, rules_accepted: true })
    expect(reply.status).toBe(409)
    await team(work.payee, 'unblock')
    await accept(app, work)
  })
})

describe('blocking', () => {
  it('has a reason, is written down, and is not done twice', async () => {
    const who = await person(app, 'Buyer')
    expect((await team(who, 'block', admin, {})).status).toBe(400)
    expect((await team(who, 'block', mediator)).status).toBe(403)
    expect((await team(who, 'block')).body.blocked).toMatchObject({ reason: REASON })
    expect((await team(who, 'block')).status).toBe(409)
    expect((await team(who, 'unblock', admin, { reason: 'The bills are right' })).body.blocked).toBe(null)
    expect((await team(who, 'unblock')).status).toBe(409)
    expect((await audited(who)).slice(-2)).toEqual([
      ['account_blocked', admin.id, REASON],
      ['account_unblocked', admin.id, 'The bills are right'],
    ])
  })

  it('is not for the team', async () => {
    for (const verb of ['block', 'end-sessions', 'erase'])
      expect((await team(mediator, verb)).status, verb).toBe(403)
  })
})

it('sessions are ended by the team', async () => {
  const who = await person(app, 'Buyer')
  expect((await team(who, 'end-sessions')).body.sessions).toEqual([])
  expect((await app.call('GET', '/api/auth/user', { token: who.token })).status).toBe(401)
  expect((await audited(who)).at(-1)).toEqual(['sessions_ended', admin.id, REASON])
})

it('an account is erased on request, with its notes, and not while a deal is open', async () => {
  const pair = await offerShopping(app)
  expect((await team(pair.payer, 'erase')).body.code).toBe('deals_open')
  await take(app, pair.payer, pair.formPk, 'withdraw')
  await team(pair.payer, 'notes', admin, { text: 'Asked by letter' })
  const { status, body } = await team(pair.payer, 'erase', admin, { reason: 'Letter of 3 March' })
  expect([status, body.deleted, body.notes, body.sessions]).toEqual([200, true, [], []])
  expect(JSON.stringify(body)).not.toContain(pair.payer.phone)
  expect((await audited(pair.payer)).at(-1)).toEqual(['account_deleted', admin.id, 'Letter of 3 March'])
  expect((await team(pair.payer, 'erase')).status).toBe(404)
})
