/** Mails, pushed lines and WhatsApp messages that wait: which go now, what becomes of one that is not taken; reminders; my notices. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#core/time.ts'
import type { EmailRow } from '#server/repositories/emails.ts'
import { OVERTAKEN } from '#server/repositories/queue.ts'
import { findUser } from '#server/repositories/users.ts'
import { claimEmailsToSend, emailFailed, markEmailsSent } from '#server/services/notifications/email-queue.ts'
import { markMyNotificationsRead, readMyNotifications } from '#server/services/notifications/inbox.ts'
import {
  addMyBrowser,
  claimPushMessages,
  forgetBrowser,
  markPushSent,
  pushFailed,
  pushOrder,
  readMyPush,
  removeMyBrowser,
} from '#server/services/notifications/push.ts'
import { ReminderFailed, remindDue, skipReminder } from '#server/services/notifications/send-reminders.ts'
import {
  canHaveWhatsApp,
  claimWhatsApp,
  markWhatsAppSent,
  whatsAppFailed,
  whatsAppNotice,
} from '#server/services/notifications/whatsapp.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import {
  bringTo,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  person,
  take,
  teammate,
} from '#test/support/people.ts'
import { bringToStatus } from '#test/support/stages.ts'
import { waitSet } from '#test/support/waits.ts'

const app = useApp()
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Admin')
})
beforeEach(() => query('delete from notification; delete from email'))
const { query } = app
const asTeam = <T>(work: Parameters<typeof actingAs<T>>[2], options: Parameters<typeof actingAs>[3] = {}) =>
  actingAs(app, team, work, options)
const secondsUntil = async (table: string, id: number) =>
  waitSet(
    Number(
      (
        await query(
          `select extract(epoch from next_try_at - clock_timestamp()) as s from ${table} where id = $1`,
          [id],
        )
      )[0].s,
    ),
  )
const push = { privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', contact: 'mailto:a@b.example' }
const whatsapp = { token: 't', phoneNumberId: '1', version: 'v23.0', template: 'x', languages: ['en'] }

describe('mails that wait', () => {
  async function mail(over: object = {}): Promise<number> {
    const row = {
      key: randomUUID(),
      recipient: 'a@b.example',
      subject: 's',
      content: JSON.stringify({ link: 'l' }),
      at: new Date(),
      ...over,
    }
    const names = Object.keys(row)
    const [{ id }] = await query(
      `insert into email (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
      Object.values(row),
    )
    return id
  }
  const claim = (limit = 9) => asTeam((ctx) => claimEmailsToSend(ctx, limit))
  const rowOf = async (id: number): Promise<EmailRow> =>
    (await query('select * from email where id = $1', [id]))[0]
  const passed = { not_before: new Date(Date.now() - HOUR_MS) }

  it('go out as many as are asked for, and each once', async () => {
    const ids = [await mail(), await mail(), await mail(passed)]
    expect(await claim(2)).toHaveLength(2)
    expect(await claim()).toHaveLength(1)
    expect(await claim()).toEqual([])
    await asTeam(async ({ tx }) => markEmailsSent(tx, [await rowOf(ids[0] ?? 0)]))
    expect((await rowOf(ids[0] ?? 0)).sent_at).not.toBeNull()
    expect((await rowOf(ids[1] ?? 0)).sent_at).toBeNull()
  })
  it('reminders of a deadline that runs no more are given up, and those of one that runs go', async () => {
    const { formPk } = await offerShopping(app)
    const [{ due }] = await query(
      'select floor(extract(epoch from due_at) * 1000) as due from deal where id = $1',
      [formPk],
    )
    await query(`update deal set due_at = to_timestamp($2::numeric / 1000) where id = $1`, [formPk, due])
    await query('delete from email')
    const runs = await mail({ ...passed, key: `remind:${formPk}:${due}:half:1` })
    const over = await mail({ ...passed, key: `remind:${formPk}:5:half:1` })
    const atOnce = await mail({ key: `remind:${formPk}:6:half:1` })
    expect((await claim()).map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([runs, atOnce])
    expect(await rowOf(over)).toMatchObject({ problem: OVERTAKEN, given_up_at: expect.any(Date) })
    expect((await rowOf(runs)).given_up_at).toBeNull()
  })
  it.each([
    [1, false, 10],
    [3, false, 40],
    [6, false, 320],
    [7, false, 600],
    [20, false, 600],
    [4, true, 80],
    [5, true, null],
  ])('at try %i, refused for good %s: again after %s s', async (tries, isPermanent, wait) => {
    const id = await mail()
    await asTeam(async ({ tx }) =>
      emailFailed(tx, { ...(await rowOf(id)), tries }, { reason: 'r'.repeat(301), isPermanent }),
    )
    const row = await rowOf(id)
    expect([row.problem, row.given_up_at === null]).toEqual(['r'.repeat(300), wait !== null])
    if (wait !== null) expect(Math.abs((await secondsUntil('email', id)) - wait)).toBeLessThanOrEqual(1)
  })
})

describe('my browsers', () => {
  const keys = {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  }
  const add = (who: Person, endpoint: string, over: object = {}, settings: object = { push }) =>
    actingAs(app, who, (ctx) => addMyBrowser(ctx, { endpoint, keys: { ...keys, ...over } }), { settings })
  it('are told of, ten of them at most, and may be taken out', async () => {
    const who = await person(app, 'Buyer')
    const state = await add(who, 'https://push.example/0')
    expect(state).toEqual({ public_key: expect.stringMatching(/^[\w-]{80,}$/), browsers: 1 })
    for (let n = 1; n < 11; n += 1) await add(who, `https://push.example/${n}`)
    expect((await actingAs(app, who, readMyPush)).browsers).toBe(10)
    expect(await actingAs(app, who, readMyPush)).toEqual({ public_key: null, browsers: 10 })
    const left = await actingAs(app, who, (ctx) => removeMyBrowser(ctx, 'https://push.example/5'), {
      settings: { push },
    })
    expect(left.browsers).toBe(9)
  })
  it('are not kept without push, nor with keys that are none', async () => {
    const who = await person(app, 'Buyer')
    await expect(add(who, 'https://push.example/x', {}, {})).rejects.toMatchObject({ code: 'not_found' })
    await expect(add(who, 'https://push.example/x', { auth: 'short' })).rejects.toMatchObject({
      code: 'invalid',
      fields: { keys: ['select'] },
    })
  })
  async function line(who: Person) {
    await add(who, `https://push.example/${randomUUID()}`)
    const [{ id: subscription_id }] = await query('select id from push_subscription where user_id = $1', [
      who.id,
    ])
    await query(
      `insert into push_message (key, subscription_id, title, path) values ($1, $2, 'A line', '/deals/1')`,
      [randomUUID(), subscription_id],
    )
    const claimed = await asTeam(({ tx }) => claimPushMessages(tx, 99))
    const row = claimed.find((each) => each.subscription_id === subscription_id)
    if (!row) throw new Error('no line')
    return row
  }
  const order = (row: Awaited<ReturnType<typeof line>>, settings: object = { push }) =>
    asTeam((ctx) => pushOrder(ctx, row), { settings })
  it('get the line sealed, until they are switched off', async () => {
    const row = await line(await person(app, 'Buyer'))
    const sealed = await order(row)
    expect(sealed?.url).toMatch(/^https:\/\/push\.example\//)
    expect(sealed?.body.toString('latin1')).not.toContain('A line')
    expect(await order(row, {})).toBeNull()
    await asTeam(({ tx }) => forgetBrowser(tx, row))
    expect(await order(row)).toBeNull()
  })
  it.each([
    [1, 10],
    [4, 80],
    [7, 640],
    [8, null],
  ])('that do not take it at try %i are tried again after %s s', async (tries, wait) => {
    const row = await line(await person(app, 'Buyer'))
    await asTeam(({ tx }) => pushFailed(tx, { ...row, tries }))
    const [{ given_up_at }] = await query('select given_up_at from push_message where id = $1', [row.id])
    expect(given_up_at === null).toBe(wait !== null)
    if (wait !== null)
      expect(Math.abs((await secondsUntil('push_message', row.id)) - wait)).toBeLessThanOrEqual(1)
  })
  it('that took it are done', async () => {
    const [row, other] = [await line(await person(app, 'Buyer')), await line(await person(app, 'Buyer'))]
    await asTeam(({ tx }) => markPushSent(tx, [row]))
    const rows = await query(
      'select sent_at is not null as is_sent from push_message where id = any($1) order by id',
      [[row.id, other.id]],
    )
    expect(rows.map(({ is_sent }) => is_sent)).toEqual([true, false])
  })
})

describe('WhatsApp', () => {
  async function chosen(over: string) {
    const who = await person(app, 'Buyer')
    await query(`update app_user set notice_whatsapp = true${over} where id = $1`, [who.id])
    return who
  }
  const notice = (who: Person, settings: object = { whatsapp }) =>
    asTeam((ctx) => whatsAppNotice(ctx, { user_id: who.id, title: 't', path: '/p' } as never), { settings })
  it.each<[string, string, object, boolean]>([
    ['whoever chose it', '', { whatsapp }, true],
    ['nobody where there is none', '', {}, false],
    ['nobody who chose otherwise since', ', notice_whatsapp = false', { whatsapp }, false],
    ['nobody who is gone', ', deleted_at = now()', { whatsapp }, false],
    [
      'nobody whose number is not proved',
      ', phone_verified_at = null',
      { whatsapp, verification: 'on' },
      false,
    ],
    ['whoever has proved it', ', phone_verified_at = now()', { whatsapp, verification: 'on' }, true],
  ])('tells %s', async (_name, over, settings, isSent) => {
    const who = await chosen(over.startsWith(', notice') ? '' : over)
    if (over.startsWith(', notice'))
      await query('update app_user set notice_whatsapp = false where id = $1', [who.id])
    const expected = { to: who.phone, locale: 'en', title: 't', path: '/p' }
    expect(await notice(who, settings)).toEqual(isSent ? expected : null)
    const row = await asTeam(({ tx }) => findUser(tx, who.id))
    if (row && !over.startsWith(', notice') && !over.includes('deleted'))
      expect(
        canHaveWhatsApp({ settings: { whatsapp: null, verification: 'off', ...settings } as never }, row),
      ).toBe(isSent)
  })
  it('tells nobody that is not there', async () => {
    expect(await notice({ ...(await person(app, 'Buyer')), id: 999_999 })).toBeNull()
  })
  it.each([
    [1, 30],
    [5, 480],
    [6, null],
  ])('that does not take it at try %i is tried again after %s s', async (tries, wait) => {
    const who = await person(app, 'Buyer')
    await query(`insert into whatsapp_message (key, user_id, title, path) values ($1, $2, 't', '/p')`, [
      randomUUID(),
      who.id,
    ])
    const row = (await asTeam(({ tx }) => claimWhatsApp(tx, 99))).find(({ user_id }) => user_id === who.id)
    if (!row) throw new Error('no message')
    await asTeam(({ tx }) => whatsAppFailed(tx, { ...row, tries }))
    const [{ given_up_at }] = await query('select given_up_at from whatsapp_message where id = $1', [row.id])
    expect(given_up_at === null).toBe(wait !== null)
    if (wait !== null)
      expect(Math.abs((await secondsUntil('whatsapp_message', row.id)) - wait)).toBeLessThanOrEqual(1)
    else return
    await asTeam(({ tx }) => markWhatsAppSent(tx, [row]))
    expect(
      (await query('select sent_at from whatsapp_message where id = $1', [row.id]))[0].sent_at,
    ).not.toBeNull()
  })
})

describe('a reminder', () => {
  const remind = (laterMs: number, limit = 50) => asTeam((ctx) => remindDue(ctx, limit), { laterMs })
  const nextOf = async ({ formPk }: Pair) =>
    (
      await query('select next_reminder_at, created_at, due_at, due_from from deal where id = $1', [formPk])
    )[0]
  const noticesOf = async ({ id }: Person) =>
    query(`select key, kind, title, deal_id from notification where user_id = $1 and kind = 'reminder'`, [id])
  beforeEach(() => query('update deal set next_reminder_at = null'))
  it('of half of the time and of nine tenths goes to whoever has to move', async () => {
    const pair = await offerShopping(app)
    const { due_at } = await nextOf(pair)
    expect(await remind(3 * DAY_MS)).toBe(0)
    expect(await remind(3.6 * DAY_MS)).toBe(1)
    expect(await noticesOf(pair.payee)).toEqual([
      {
        ...{ key: `remind:${pair.formPk}:${due_at.getTime()}:half:${pair.payee.id}`, kind: 'reminder' },
        ...{ title: 'Half of the time is over.', deal_id: pair.formPk },
      },
    ])
    expect(await noticesOf(pair.payer)).toEqual([])
    const { next_reminder_at, due_from } = await nextOf(pair)
    expect(next_reminder_at - due_from).toBeCloseTo(6.3 * DAY_MS, -4)
    expect(await remind(6.4 * DAY_MS)).toBe(1)
    expect((await noticesOf(pair.payee)).map(({ title }) => title)).toEqual([
      'Half of the time is over.',
      expect.stringMatching(/Little time/),
    ])
    expect((await nextOf(pair)).next_reminder_at).toBeNull()
  })
  it('of a deadline that has passed is none', async () => {
    const pair = await offerShopping(app)
    await remind(8 * DAY_MS)
    expect([await noticesOf(pair.payee), (await nextOf(pair)).next_reminder_at]).toEqual([[], null])
  })
  it('reaches the team where it has to move, and nobody else', async () => {
    const pair = await offerServices(app)
    await bringToStatus(app, { ...pair, team, track: 'services' }, 'mediation')
    await query(`delete from notification`)
    await remind(16 * DAY_MS)
    expect((await noticesOf(team)).map(({ title }) => title)).toEqual(['Half of the time is over.'])
    expect([await noticesOf(pair.payer), await noticesOf(pair.payee)]).toEqual([[], []])
  })
  it('goes to as many deals as are asked for', async () => {
    for (let n = 0; n < 3; n += 1) await offerShopping(app)
    expect([await remind(3.6 * DAY_MS, 2), await remind(3.6 * DAY_MS, 2)]).toEqual([2, 1])
  })
  it('by night waits for the morning', async () => {
    const pair = await offerShopping(app)
    await query(`update app_user set quiet_from = 0, quiet_until = 23 where id = $1`, [pair.payee.id])
    await query('delete from email')
    await remind(3.6 * DAY_MS)
    const [mail] = await query('select not_before from email where user_id = $1', [pair.payee.id])
    const hour = new Date(Date.now() + 3.6 * DAY_MS + 5.5 * HOUR_MS).getUTCHours()
    expect(mail.not_before === null).toBe(hour === 23)
  })
  it('that fails names its deal, and is tried again in an hour', async () => {
    const pair = await offerShopping(app)
    const error = await asTeam(
      (ctx) => remindDue({ ...ctx, settings: { ...ctx.settings, publicUrl: undefined as never } }, 9),
      { laterMs: 3.6 * DAY_MS },
    ).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ReminderFailed)
    expect(error).toMatchObject({
      name: 'ReminderFailed',
      dealId: pair.formPk,
      message: expect.stringContaining(`reminder of deal ${pair.formPk} failed: `),
    })
    await asTeam((ctx) => skipReminder(ctx, pair.formPk))
    const { next_reminder_at } = await nextOf(pair)
    expect(Math.abs(next_reminder_at - Date.now() - HOUR_MS)).toBeLessThan(60_000)
  })
})

describe('my notices', () => {
  it('are mine, by page, unread or all, in the language that is asked for', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'in_delivery')
    const read = (who: Person, unread: '0' | '1', locale: 'en' | 'hi' = 'en', page_size = 9) =>
      actingAs(app, who, (ctx) => readMyNotifications(ctx, { page: 1, page_size, unread, locale }))
    const { rows, total, unread } = await read(pair.payer, '0')
    expect([total, unread, rows.length]).toEqual([2, 2, 2])
    expect(rows[0]).toEqual({
      ...{ id: expect.anything(), form_pk: pair.formPk, about: 'Phone', kind: 'ship', read: false },
      ...{
        title: expect.stringContaining('Shop'),
        text: expect.any(String),
        at: expect.stringMatching(/\+05:30$/),
      },
    })
    expect((await read(pair.payer, '0', 'hi')).rows[0]?.title).toMatch(/[\u0900-\u097F]/)
    expect((await read(pair.payer, '0', 'en', 1)).rows).toHaveLength(1)
    const mark = (which: Parameters<typeof markMyNotificationsRead>[1]) =>
      actingAs(app, pair.payer, (ctx) => markMyNotificationsRead(ctx, which))
    expect(await mark({ ids: [Number(rows[0]?.id)], dealId: null })).toEqual({ unread: 1 })
    expect((await read(pair.payer, '1')).rows.map(({ kind }) => kind)).toEqual(['accept'])
    expect((await read(pair.payer, '0')).rows.map((row) => row.read)).toEqual([true, false])
    expect((await read(pair.payee, '0')).rows.every(({ kind }) => kind !== 'ship')).toBe(true)
    await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Done' })
  })
})
