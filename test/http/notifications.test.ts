/** Who is notified of what after an action, once, in their language; over HTTP. */
import { describe, expect, it, test } from 'vitest'
import { findDeal } from '#server/repositories/deals.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { peopleOf } from '#server/services/deal/participants.ts'
import { notify } from '#server/services/notifications/notify.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import {
  accept,
  bringTo,
  offerServices,
  offerShopping,
  type Person,
  pay,
  person,
  take,
  teammate,
} from '#test/support/people.ts'
import { Script } from '#test/support/script.ts'

const app = useApp()
const mailbox = new Mailbox(app)

const speakHindi = (who: Person) =>
  app.db.ownerPool.query(`update app_user set locale = 'hi' where id = $1`, [who.id])

describe('an offer', () => {
  it('notifies whom it is made to, with one link and how to check it, and not its maker', async () => {
    const { payer, payee, formPk } = await offerShopping(app)
    expect(await mailbox.all(payer.email)).toEqual([])
    const mail = await mailbox.last(payee)
    expect(mail.subject).toBe('Asha Rao made an offer (Phone, ₹1,500)')
    expect(mail.text).toContain('No money has been paid.')
    expect(mail.text).toContain('Your turn: read the terms, then accept or decline.')
    expect(mail.text).toMatch(/Until \d{1,2} \w{3,4} \d{4}, \d{1,2}:\d\d [ap]m IST\./)
    expect(mail.text.split(formPk)).toHaveLength(2)
    expect(mail.text).toContain('http://amanat.test/verify')
  })

  it('reaches a client who has no account, at the address in the form', async () => {
    const email = 'newcomer@example.org'
    await offerServices(app, { cpty_phone: '9876500001', cpty_email: email })
    const [mail] = await mailbox.all(email)
    expect(mail?.text).toContain('Hello,')
    expect(mail?.text).toContain('To read it, sign in or sign up as a client')
  })

  it('writes to the account that the phone belongs to, not to the address in the form', async () => {
    const email = 'typed@example.org'
    const { payer } = await offerServices(app, { cpty_email: email })
    expect(await mailbox.all(payer.email)).toHaveLength(1)
    expect(await mailbox.all(email)).toEqual([])
  })

  it('keeps the offer from an account of another role with that phone', async () => {
    const buyer = await person(app, 'Buyer')
    await offerServices(app, { cpty_phone: buyer.phone })
    expect(await mailbox.all(buyer.email)).toEqual([])
  })
})

describe('a move', () => {
  it('is sent in each recipient’s language', async () => {
    const pair = await offerShopping(app)
    await speakHindi(pair.payee)
    await accept(app, pair)
    expect((await mailbox.last(pair.payer)).text).toContain('Your turn: pay ₹1,500.')
    await pay(app, pair.payer, pair.formPk)
    const mail = await mailbox.last(pair.payee)
    expect(mail.subject).toBe('Asha Rao ने रकम जमा की (Phone, ₹1,500)')
    expect(mail.text).toContain('/hi/verify')
  })

  it('says where the money is, and at the end who got what', async () => {
    const pair = await offerServices(app)
    await bringTo(app, pair, 'delivered')
    expect((await mailbox.last(pair.payer)).text).toContain('₹20,000 is held by Amanat.')
    await take(app, pair.payer, pair.formPk, 'release')
    const [released, sent] = (await mailbox.all(pair.payee.email)).slice(-2)
    expect(released?.text).toContain('₹19,000 comes to you. Our commission is ₹1,000.')
    expect(released?.text).toContain('The deal has ended.')
    expect(sent?.subject).toBe(`₹19,000 was sent to ••••${pair.payee.phone.slice(-4)}@sandbox`)
  })

  it('describes the deal as it was, though the deal has moved on since', async () => {
    const pair = await offerShopping(app)
    await accept(app, pair)
    await take(app, pair.payer, pair.formPk, 'withdraw')
    const subjects = async (who: Person) => (await mailbox.all(who.email)).map((mail) => mail.subject)
    expect(await subjects(pair.payer)).toEqual([
      `${pair.payee.business} (Asha Rao) accepted the terms (Phone, ₹1,500)`,
    ])
    expect(await subjects(pair.payee)).toEqual([
      'Asha Rao made an offer (Phone, ₹1,500)',
      'Asha Rao withdrew from the deal (Phone, ₹1,500)',
    ])
  })

  it('is sent once, however often it is requested', async () => {
    const pair = await offerShopping(app)
    const { rows } = await app.db.ownerPool.query('select key from email where user_id = $1', [pair.payee.id])
    expect(rows).toEqual([{ key: `deal:${pair.formPk}:1:${pair.payee.id}` }])
    const again = () =>
      app.db.runInTransaction(async (tx, now) => {
        const ctx = { tx, now, settings: testSettings }
        const loaded = await findDeal(tx, pair.formPk)
        if (!loaded) throw new Error('the deal is gone')
        const next = await factsOf(ctx, loaded)
        const event = { seq: 1, name: 'create', by: 'payer', data: {} } as const
        const move = { from: null, next, hold: null, fees: { payer: null, payee: null } }
        const people = await peopleOf(ctx, loaded.deal)
        await notify(ctx, { deal: loaded.deal, people }, event, move)
      })
    await Promise.all([again(), again(), again(), again()])
    expect(await mailbox.all(pair.payee.email)).toHaveLength(1)
    expect((await app.call('GET', '/api/notices', { token: pair.payee.token })).body).toHaveLength(1)
    // what one did oneself is no news
    expect((await app.call('GET', '/api/notices', { token: pair.payer.token })).body).toEqual([])
  })
})

const TOO_LATE = { reason: 'late', statement: 'Too late', wanted: 'full_refund' }

describe('a complaint', () => {
  it('asks of its respondent what is left to do: the fee, then the answer', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'complain', TOO_LATE)
    expect((await mailbox.last(pair.payee)).text).toContain(
      'pays it, your time to reply begins. If you do not reply, Asha Rao gets ₹1,500 back.',
    )
    expect((await mailbox.last(pair.payer)).text).toMatch(/Pay the ₹50 fee by .* gets ₹1,500\./)
    await pay(app, pair.payer, pair.formPk)
    expect((await mailbox.last(pair.payee)).text).toContain('pay the dispute fee and reply to the complaint.')
    await pay(app, pair.payee, pair.formPk)
    expect((await mailbox.last(pair.payee)).text).toContain('Your turn: reply to the complaint.')
    expect((await mailbox.last(pair.payer)).text).toMatch(/Waiting for .+ to reply to the complaint\./)
  })

  it('calls its reader by a pronoun that is whole in Hindi', async () => {
    const pair = await offerShopping(app)
    for (const who of [pair.payer, pair.payee]) await speakHindi(who)
    await bringTo(app, pair, 'in_delivery')
    await take(app, pair.payer, pair.formPk, 'confirm_receipt')
    expect((await mailbox.last(pair.payee)).text).toContain('ने कुछ नहीं किया तो आपको ₹1,500 मिलेंगे।')
    await take(app, pair.payer, pair.formPk, 'complain', TOO_LATE)
    await pay(app, pair.payer, pair.formPk)
    expect((await mailbox.last(pair.payer)).text).toContain('ने जवाब नहीं दिया तो आपको ₹1,500 वापस मिलेंगे।')
    expect((await mailbox.last(pair.payee)).text).toContain('नहीं दिया तो Asha Rao को ₹1,500 वापस मिलेंगे।')
    for (const { text, subject } of [
      ...(await mailbox.all(pair.payer.email)),
      ...(await mailbox.all(pair.payee.email)),
    ])
      expect(subject + text).not.toMatch(/आप (?:को|के|ने|की|से)\b|आप (?:को|के|ने|की|से) /)
  })
})

describe('the team', () => {
  it('is notified when a dispute reaches it', async () => {
    const mediator = await teammate(app)
    const pair = await offerShopping(app)
    await app.runJobs()
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'complain', TOO_LATE)
    expect(await mailbox.all(mediator.email)).toEqual([])
    await mailbox.toMediation(pair)
    const mail = await mailbox.last(mediator)
    expect(mail.text).toContain('Your turn: read both sides and decide.')
    expect((await mailbox.last(pair.payer)).text).toContain('Waiting for our team to ')
  })
})

describe('money that goes astray', () => {
  it.each([
    ['short', 'which is less than was due', '₹750'],
    ['over', 'beyond what was due', '₹100'],
  ])('%s: its owner and the team are notified', async (outcome, words, amount) => {
    const mediator = await teammate(app)
    const pair = await offerShopping(app)
    await accept(app, pair)
    await pay(app, pair.payer, pair.formPk, outcome)
    for (const who of [pair.payer, mediator]) {
      const mail = (await mailbox.all(who.email)).find(({ text }) => text.includes(words))
      expect(mail?.text).toContain(amount)
    }
    expect((await mailbox.all(pair.payee.email)).some(({ text }) => text.includes(words))).toBe(false)
  })

  it('each is told of, and what was due is none', async () => {
    const pair = await offerShopping(app)
    await accept(app, pair)
    const due = () => app.call('POST', `/api/deals/${pair.formPk}/pay`, { token: pair.payer.token })
    const play = async (id: string, outcome: string) =>
      app.call('POST', `/api/sandbox/payments/${id}/${outcome}`)
    const { id } = (await due()).body
    await play(id, 'short')
    await play(id, 'short')
    await play(id, 'succeed')
    const mails = await mailbox.all(pair.payer.email)
    expect(mails.filter(({ text }) => text.includes('which is less than was due'))).toHaveLength(2)
    const { rows } = await app.db.ownerPool.query(
      `select title from notification where user_id = $1 and kind = 'stray'`,
      [pair.payer.id],
    )
    expect(rows).toHaveLength(2)
  })

  it('a payout that cannot be made notifies its owner and the team', async () => {
    const mediator = await teammate(app)
    const payee = await person(app, 'Seller', { payment_number: '9811110000' })
    const deal = new Script(app, { payer: await person(app, 'Buyer'), payee, team: mediator })
    await deal.offer('shopping', { amount: 700 })
    await deal.play('payee accept · payer pay · payee ship · payer release')
    expect((await mailbox.last(payee)).text).toContain('₹700 could not be sent to ••••0000')
    expect((await mailbox.last(mediator)).text).toContain('/admin_dashboard')
  })
})

describe('one’s own act', () => {
  const toldOf = async (who: Person) => {
    const { rows } = await app.db.ownerPool.query(
      `select e.name from email m join deal_event e on m.key = 'deal:' || e.deal_id || ':' || e.seq || ':' || m.user_id
        where m.user_id = $1 order by e.seq`,
      [who.id],
    )
    return rows.map(({ name }) => name)
  }

  it('is mailed where it moved money or leaves money to pay, and not otherwise', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'complain', TOO_LATE)
    await pay(app, pair.payer, pair.formPk)
    await pay(app, pair.payee, pair.formPk)
    await take(app, pair.payee, pair.formPk, 'respond', { statement: 'It came in time' })
    await take(app, pair.payer, pair.formPk, 'withdraw_complaint')
    // not that they sent it, said that it came, or replied
    expect(await toldOf(pair.payee)).toEqual([
      ...['create', 'fund', 'complain', 'pay_fee', 'pay_fee', 'withdraw_complaint'],
    ])
    // the fee is theirs to pay next; what they paid and gave up is their receipt
    expect(await toldOf(pair.payer)).toEqual([
      ...['accept', 'fund', 'ship', 'deliver', 'complain', 'pay_fee', 'pay_fee', 'respond'],
      'withdraw_complaint',
    ])
  })
})

describe('every mail of a deal', () => {
  const money = /No money has been paid|is held by|comes? (?:back )?to|goes (?:back )?to|dispute fee/
  const step = /Your turn|You and .+: |Waiting for .+ to |has ended/
  const SENT = /was sent to/

  it('says what became of the money, whose move it is, until when, and has one link: the deal’s page', async () => {
    const pair = await offerShopping(app)
    await app.runJobs()
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'complain', {
      reason: 'late',
      statement: 'It came a week late',
      wanted: 'full_refund',
    })
    await mailbox.toMediation(pair)
    await app.advance('P31D')
    for (const who of [pair.payer, pair.payee]) {
      const mails = (await mailbox.all(who.email)).filter(({ subject }) => !SENT.test(subject))
      expect(mails.length).toBeGreaterThanOrEqual(7)
      for (const [i, { subject, text }] of mails.entries()) {
        const isOffered = who === pair.payee && i === 0
        const link = isOffered ? `/d/${pair.formPk}` : `/deals/${pair.formPk}`
        // a delivery that the payee alone claims is the one thing with a second way on
        const isClaim = who === pair.payer && subject.includes('marked it as delivered')
        expect(text.match(/http\S+/g), subject).toEqual([
          `http://amanat.test${link}`,
          ...(isClaim ? [expect.stringMatching(/^http:\/\/amanat\.test\/complain\/[\w-]{43}$/)] : []),
          'http://amanat.test/verify',
        ])
        expect(text, subject).toMatch(money)
        expect(text, subject).toMatch(step)
        expect(/The deal has ended/.test(text) || /Until \d/.test(text), subject).toBe(true)
      }
    }
  })

  it('opens the page in the language of its reader', async () => {
    const pair = await offerShopping(app)
    await speakHindi(pair.payee)
    await bringTo(app, pair, 'funded')
    const { text } = await mailbox.last(pair.payee)
    expect(text).toContain(`http://amanat.test/hi/deals/${pair.formPk}`)
    const verdict = await app.call(
      'GET',
      `/api/verify?code=${encodeURIComponent(`http://amanat.test/hi/deals/${pair.formPk}`)}`,
    )
    expect(verdict.body).toMatchObject({ genuine: true, status: 'funded' })
  })
})

describe('notices', () => {
  it('are mine alone and of others’ moves, counted while unread, and marked as read', async () => {
    const pair = await offerShopping(app)
    await accept(app, pair)
    await pay(app, pair.payer, pair.formPk)
    await app.runJobs()
    const { token } = pair.payee
    const first = await app.call('GET', '/api/notices', { token })
    expect(first.headers['x-unread-count']).toBe('2')
    expect(first.headers['x-total-count']).toBe('2')
    expect(first.body.map(({ kind }: { kind: string }) => kind)).toEqual(['fund', 'create'])
    expect(first.body[0]).toMatchObject({ form_pk: pair.formPk, about: 'Phone', read: false })
    const others = await app.call('GET', '/api/notices', { token: pair.payer.token })
    expect(others.body).toMatchObject([
      { kind: 'accept', title: `${pair.payee.business} (Asha Rao) accepted the terms.` },
    ])
    const stolen = { ids: [others.body[0].id] }
    await app.call('POST', '/api/notices/read', { token, body: stolen })
    expect((await app.call('GET', '/api/notices?unread=1', { token: pair.payer.token })).body[0].id).toBe(
      others.body[0].id,
    )
    const marked = await app.call('POST', '/api/notices/read', { token, body: { ids: [first.body[0].id] } })
    expect(marked.body).toEqual({ unread: 1 })
    expect((await app.call('POST', '/api/notices/read', { token })).body).toEqual({ unread: 0 })
    expect((await app.call('GET', '/api/notices')).status).toBe(401)
  })

  it('of one deal are marked as read by its page', async () => {
    const payee = await person(app, 'Seller')
    const toPayee = { cpty_phone: payee.phone, cpty_company: payee.business }
    const [first, second] = [await offerShopping(app, toPayee), await offerShopping(app, toPayee)]
    await app.runJobs()
    const unread = async (who: Person) =>
      (await app.call('GET', '/api/notices?unread=1', { token: who.token })).body.length
    const mark = (who: Person, { formPk }: { formPk: string }) =>
      app.call('POST', '/api/notices/read', { token: who.token, body: { form_pk: formPk } })
    expect(await unread(payee)).toBe(2)
    expect((await mark(first.payer, first)).body).toEqual({ unread: 0 })
    expect((await mark(payee, first)).body).toEqual({ unread: 1 })
    expect((await mark(payee, second)).body).toEqual({ unread: 0 })
  })
})

describe('what needs me', () => {
  const needs = async ({ token }: Person): Promise<number> =>
    (await app.call('GET', '/api/notices/count', { token })).body.needs_me

  it('is each deal where it is my turn, read or not, and what is unread and of no deal', async () => {
    const pair = await offerShopping(app)
    expect([await needs(pair.payer), await needs(pair.payee)]).toEqual([0, 1])
    await app.call('POST', '/api/notices/read', { token: pair.payee.token })
    expect(await needs(pair.payee)).toBe(1)
    await accept(app, pair)
    expect([await needs(pair.payer), await needs(pair.payee)]).toEqual([1, 0])
    await app.db.ownerPool.query(
      `insert into notification (key, user_id, kind, title, text, at) values ($1, $2, 'request', 'A', '', now())`,
      [`request:${pair.formPk}`, pair.payee.id],
    )
    expect(await needs(pair.payee)).toBe(1)
    await take(app, pair.payer, pair.formPk, 'withdraw')
    expect(await needs(pair.payer)).toBe(0)
  })
})

describe('what I choose', () => {
  const choose = (who: Person, body: unknown) =>
    app.call('POST', '/api/account/notices', { token: who.token, body })

  it('is everything at once until I choose, and mine alone', async () => {
    const [who, other] = [await person(app, 'Buyer'), await person(app, 'Buyer')]
    const settings = { mail: 'turn', quiet: { from: 22, until: 7 } }
    const answer = { ...settings, whatsapp: null }
    expect((await choose(who, settings)).body).toEqual(answer)
    const read = async ({ token }: Person) => (await app.call('GET', '/api/account/notices', { token })).body
    expect(await read(who)).toEqual(answer)
    expect(await read(other)).toEqual({ mail: 'all', quiet: null, whatsapp: null })
  })

  it.each([
    [{ mail: 'none', quiet: null }, 'mail'],
    [{ mail: 'all', quiet: { from: 7, until: 7 } }, 'quiet'],
    [{ mail: 'all', quiet: { from: 24, until: 7 } }, 'quiet'],
    [{ mail: 'all' }, 'quiet'],
  ])('%j is refused by its field', async (body, field) => {
    const answer = await choose(await person(app, 'Buyer'), body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).some((name) => name.startsWith(field))).toBe(true)
  })

  it('mails of my turn and of the end alone: what I did, and what others are to do, is left out', async () => {
    const pair = await offerShopping(app)
    for (const who of [pair.payer, pair.payee]) await choose(who, { mail: 'turn', quiet: null })
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'release')
    const kinds = async ({ id }: Person) => {
      const { rows } = await app.db.ownerPool.query(
        `select e.name from email m join deal_event e on m.key = 'deal:' || e.deal_id || ':' || e.seq || ':' || m.user_id
          where m.user_id = $1 order by e.seq`,
        [id],
      )
      return rows.map(({ name }) => name)
    }
    expect(await kinds(pair.payer)).toEqual(['accept', 'deliver', 'release'])
    // the offer was mailed before anybody chose
    expect(await kinds(pair.payee)).toEqual(['create', 'fund', 'release'])
    // the payout is about money
    expect((await mailbox.last(pair.payee)).subject).toContain('was sent to')
  })

  it('quiet hours: mails wait until they end, but where a deadline would pass', async () => {
    const pair = await offerShopping(app)
    const hour = Number(
      new Date(await productNow()).toLocaleString('en', {
        hour: '2-digit',
        hourCycle: 'h23',
        timeZone: 'Asia/Kolkata',
      }),
    )
    await choose(pair.payer, { mail: 'all', quiet: { from: hour, until: (hour + 2) % 24 } })
    await accept(app, pair)
    const waiting = async ({ id }: Person) =>
      (
        await app.db.ownerPool.query(
          'select not_before from email where user_id = $1 order by id desc limit 1',
          [id],
        )
      ).rows[0].not_before
    expect(await waiting(pair.payee)).toBeNull()
    expect((await waiting(pair.payer)).getTime()).toBeGreaterThan(await productNow())
    const before = (await mailbox.all(pair.payer.email)).length
    await app.advance('PT3H')
    expect((await mailbox.all(pair.payer.email)).length).toBe(before + 1)
  })

  const productNow = async (): Promise<number> => {
    const { rows } = await app.db.ownerPool.query('select product_now() as now')
    return rows[0].now.getTime()
  }
})

test('one who paid a dispute fee is not told of it, and the other side is', async () => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'delivered')
  const complaint = {
    reason: 'damaged_defective',
    statement: 'The screen is broken',
    wanted: 'full_refund',
  }
  await take(app, pair.payer, pair.formPk, 'complain', complaint)
  await pay(app, pair.payer, pair.formPk)
  await app.runJobs()
  const kinds = async ({ token }: Person) => {
    const { body } = await app.call('GET', '/api/notices', { token })
    return body.map(({ kind }: { kind: string }) => kind)
  }
  expect(await kinds(pair.payer)).not.toContain('pay_fee')
  expect(await kinds(pair.payee)).toContain('pay_fee')
})

describe('the list', () => {
  it('is in the language that it is read in, whatever its reader spoke that day', async () => {
    const pair = await offerShopping(app)
    await speakHindi(pair.payee)
    await accept(app, pair)
    const titles = async (language: string) => {
      const headers = { 'accept-language': language }
      const { body } = await app.call('GET', '/api/notices', { token: pair.payer.token, headers })
      return body.map(({ title }: { title: string }) => title)
    }
    expect(await titles('en')).toContain(`${pair.payee.business} (Asha Rao) accepted the terms.`)
    expect(await titles('hi')).toContain(`${pair.payee.business} (Asha Rao) ने शर्तें स्वीकार कीं।`)
  })
})
