/** "I have paid": what a payer says of a transfer is a hint. It moves no money, and tells nobody anything of others. */
import { beforeAll, describe, expect, it, test } from 'vitest'
import { addBusinessDays } from '#core/business-days.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { istDay, toIso } from '#core/time.ts'
import type { Ctx, InTransaction } from '#server/services/context.ts'
import { endUnseenClaims } from '#server/services/money/unseen-claims.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { stopReading } from '#server/statements/read-file.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { look, type Pair, type Person, person, teammate } from '#test/support/people.ts'
import { upiAndSandbox } from '#test/support/rails.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'

const settings = { ...testSettings, provider: 'upi' }
const app = useApp({ settings, ...upiAndSandbox() })

const { query } = app
const claim = (pair: Pick<Pair, 'formPk'>, who: Person, body: Record<string, unknown>) =>
  app.call('POST', `/api/deals/${pair.formPk}/claim`, { token: who.token, body })

let count = 0
const newUtr = (): string => String(632_600_000_000 + ++count)

async function payable(): Promise<Pair & { readonly reference: string }> {
  const pair = await agreedGoods(app)
  return { ...pair, reference: (await dueOf(app, pair)).reference }
}
const statesOf = (utr: string) =>
  query('select state from payment_claim where utr = $1 order by id', [utr]).then((rows) =>
    rows.map(({ state }) => state),
  )

describe('a claim', () => {
  it('is looked for, gives the deal time once, and moves no money', async () => {
    const pair = await payable()
    await app.advance('PT47H')
    const before = await look(app, pair.payer, pair.formPk)
    const { status, body } = await claim(pair, pair.payer, { utr: ' 6326 0000-9999 ', amount_paise: 150_000 })
    const until = toIso(addBusinessDays(Date.parse(before.now), 2, DEFAULT_POLICY.calendar))
    expect([status, body]).toEqual([
      200,
      { state: 'checking', utr: '632600009999', at: expect.any(String), look_until: until },
    ])
    const after = await look(app, pair.payer, pair.formPk)
    expect(after).toMatchObject({ status: 'agreed', due_at: until, payment_claim: body })
    expect(after.money.held_paise).toBe(0)
    await app.advance('PT5H')
    expect((await claim(pair, pair.payer, { utr: newUtr() })).status).toBe(200)
    expect((await look(app, pair.payer, pair.formPk)).due_at).toBe(until)
    expect(await query('select * from transfer where deal_id = $1', [pair.formPk])).toEqual([])
    expect(await app.verify()).toEqual([])
  })
  it('never makes the time shorter', async () => {
    const pair = await payable()
    // a weekend away, and no holiday within
    await query(`update deal set due_at = due_at + interval '9 days' where id = $1`, [pair.formPk])
    const { due_at } = await look(app, pair.payer, pair.formPk)
    await claim(pair, pair.payer, { utr: newUtr() })
    expect((await look(app, pair.payer, pair.formPk)).due_at).toBe(due_at)
  })
  it('is told to the other side without its number, once', async () => {
    const pair = await payable()
    for (const utr of [newUtr(), newUtr()]) await claim(pair, pair.payer, { utr })
    expect((await look(app, pair.payee, pair.formPk)).payment_claim).toMatchObject({
      ...{ state: 'checking', utr: null },
    })
    const notices = (await app.call('GET', '/api/notices', { token: pair.payee.token })).body
    const texts = notices.map(({ title, text }: { title: string; text: string }) => `${title} ${text}`)
    expect(texts.filter((text: string) => text.includes('says they have paid ₹1,500'))).toHaveLength(1)
    expect(texts.join()).toMatch(/Nothing moves before the bank shows it/)
    expect(texts.join()).not.toContain('6326')
  })
  it.each([
    ['', ['Please fill this in.']],
    ['T2611201015209876543210', [expect.stringContaining('the app’s own number')]],
    ['CICAgKD0lv3UXg', [expect.stringContaining('the app’s own number')]],
    ['12345678901', [expect.stringContaining('12 digits')]],
    ['1234567890123', [expect.stringContaining('12 digits')]],
    ['12345678901a', [expect.stringContaining('12 digits')]],
  ])('with the number %j is refused beside its field', async (utr, messages) => {
    const pair = await payable()
    const { status, body } = await claim(pair, pair.payer, { utr })
    expect([status, body]).toEqual([400, { utr: messages }])
  })
  it('of the same number is one claim, sixteen times at the same moment', async () => {
    const pair = await payable()
    const utr = newUtr()
    const replies = await Promise.all(Array.from({ length: 16 }, () => claim(pair, pair.payer, { utr })))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.state}`))).toEqual(
      new Set(['200 checking']),
    )
    expect(await statesOf(utr)).toEqual(['claimed'])
  })
  it('of a number that another deal names too is contested, and neither is told', async () => {
    const [own, theirs] = [await payable(), await payable()]
    const utr = newUtr()
    const answers = await Promise.all([claim(own, own.payer, { utr }), claim(theirs, theirs.payer, { utr })])
    expect(answers.map(({ status, body }) => [status, body.state])).toEqual([
      [200, 'checking'],
      [200, 'checking'],
    ])
    expect(await statesOf(utr)).toEqual(['conflict', 'conflict'])
    expect((await look(app, own.payer, own.formPk)).payment_claim?.state).toBe('checking')
  })
})

test('a claim is nothing to do for whoever made it, until it is not found', async () => {
  const pair = await payable()
  const inList = async (who: Person) => {
    const { body } = await app.call('GET', '/api/deals', { token: who.token })
    const { payment_claimed, whose_move } = body[0]
    const turns = (await app.call('GET', '/api/notices/count', { token: who.token })).body.needs_me
    return { payment_claimed, whose_move, turns }
  }
  const untold = (await inList(pair.payer)).turns - 1
  const ofPayee = await inList(pair.payee)
  await claim(pair, pair.payer, { utr: newUtr() })
  const move = { whose_move: ['payer'] }
  expect(await inList(pair.payer)).toEqual({ ...move, payment_claimed: true, turns: untold })
  expect(await inList(pair.payee)).toMatchObject({ ...move, payment_claimed: false })
  expect(ofPayee.payment_claimed).toBe(false)
  await query(`update payment_claim set state = 'not_found'`, [])
  expect(await inList(pair.payer)).toEqual({ ...move, payment_claimed: false, turns: untold + 1 })
})

describe('who may', () => {
  it('not the other side, no stranger, and nobody without an open UPI pay-in', async () => {
    const pair = await agreedGoods(app)
    const body = { utr: newUtr() }
    expect((await claim(pair, pair.payer, body)).body.code).toBe('wrong_state')
    await dueOf(app, pair)
    expect((await claim(pair, pair.payee, body)).status).toBe(403)
    expect((await claim(pair, await teammate(app), body)).status).toBe(403)
    expect((await claim(pair, await person(app, 'Buyer'), body)).status).toBe(404)
    await query(`update pay_in set provider = 'sandbox' where deal_id = $1`, [pair.formPk])
    expect((await claim(pair, pair.payer, body)).body.code).toBe('wrong_state')
    expect(await statesOf(body.utr)).toEqual([])
  })
  it('five times for a payment, and twenty times a day', async () => {
    const pair = await payable()
    const codes: unknown[] = []
    for (let n = 0; n < 6; n += 1) codes.push((await claim(pair, pair.payer, { utr: newUtr() })).status)
    expect(codes).toEqual([200, 200, 200, 200, 200, 409])
    await query(`update rate_limit set hits = 20 where key = $1`, [`claims user ${pair.payer.id}`])
    await query('delete from payment_claim where pay_in_id in (select id from pay_in where deal_id = $1)', [
      pair.formPk,
    ])
    const { status, headers } = await claim(pair, pair.payer, { utr: newUtr() })
    expect([status, Number(headers['retry-after']) > 3_600]).toEqual([429, true])
  })
})

let maker: Person
let checker: Person
let account: string
let balance = 1_000
const inTransaction: InTransaction<Ctx> = (fn) =>
  app.db.runInTransaction((tx, now) => fn({ tx, now, settings }))
beforeAll(async () => {
  maker = await teammate(app, 'Admin')
  checker = await teammate(app, 'Admin')
  const { body } = await app.call('POST', '/api/admin/bank-accounts', {
    token: maker.token,
    body: { bank: 'HDFC', account: '50200011229999', opening_paise: 100_000 },
  })
  account = body.id
  return stopReading
})
const today = async (): Promise<string> => istDay(await app.db.runInTransaction(async (_tx, now) => now))
const slashed = (day: string): string => day.split('-').toReversed().join('/')

/** A statement of one line of Rs 1,500, approved and booked. `meantime`: between the two. */
async function statementOf(narration: string, meantime = async () => {}): Promise<void> {
  balance += 1_500
  const row = `${slashed(await today())},${narration},,,1500.00,${balance}.00`
  const content = `Date,Narration,Ref No,Debit,Credit,Balance\n${row}`
  const { body } = await uploadStatement(app, { account, content, who: maker })
  expect(body.problem).toBe(null)
  await meantime()
  const approved = await app.call('POST', `/api/admin/statements/${body.id}/approve`, {
    token: checker.token,
  })
  expect(approved.status).toBe(200)
  await bookAllLines(inTransaction)
  await endUnseenClaims(inTransaction)
}

describe('looked for in the statements', () => {
  test('not seen in its days, its payer and the team are told, and it is found all the same when it comes', async () => {
    const pair = await payable()
    const utr = newUtr()
    await claim(pair, pair.payer, { utr })
    await statementOf('UPI-SOMEBODY ELSE')
    expect(await statesOf(utr)).toEqual(['claimed'])
    // kept open by hand: a person is at it
    await query(`update deal set due_at = due_at + interval '30 days' where id = $1`, [pair.formPk])
    await app.advance('PT144H')
    await endUnseenClaims(inTransaction)
    expect(await statesOf(utr)).toEqual(['claimed'])
    await statementOf('UPI-SOMEBODY NEW')
    expect(await statesOf(utr)).toEqual(['not_found'])
    expect((await look(app, pair.payer, pair.formPk)).payment_claim?.state).toBe('not_found')
    const mail = await new Mailbox(app).last(pair.payer)
    expect(mail.subject).toBe('We have not found your payment of ₹1,500 at the bank')
    expect(mail.text).toContain(utr)
    expect((await new Mailbox(app).last(maker)).text).toContain(utr)
    await statementOf(`UPI-ASHA RAO-${pair.reference}-${utr}`)
    expect(await look(app, pair.payer, pair.formPk)).toMatchObject({
      ...{ status: 'funded', payment: null, payment_claim: { state: 'found', utr } },
    })
    expect((await look(app, pair.payee, pair.formPk)).payment_claim).toBe(null)
    expect(await app.verify()).toEqual([])
  })
})

describe('a number that two name', () => {
  test('a number that another names before the approval is nobody’s until a person has looked', async () => {
    const [first, second] = [await payable(), await payable()]
    const utr = newUtr()
    // no other payment of the amount is owed by a namesake
    await query(`update pay_in set status = 'closed' where status = 'open' and reference <> $1`, [
      first.reference,
    ])
    await claim(first, first.payer, { utr })
    await statementOf(`UPI-ASHA RAO-${utr}`, async () => {
      await query(`update pay_in set status = 'open' where reference = $1`, [second.reference])
      await claim(second, second.payer, { utr })
    })
    expect([
      (await look(app, first.payer, first.formPk)).status,
      (await look(app, second.payer, second.formPk)).status,
    ]).toEqual(['agreed', 'agreed'])
    const [line] = await query('select rule, outcome from statement_line where narration like $1', [
      `%${utr}%`,
    ])
    expect(line).toEqual({ rule: 'C4', outcome: 'applied' })
    expect(await app.verify()).toEqual([])
  })

  test('a line that names it and waits for a person is not "not found"', async () => {
    const [own, theirs] = [await payable(), await payable()]
    const utr = newUtr()
    for (const pair of [own, theirs]) {
      await claim(pair, pair.payer, { utr })
      await query(`update deal set due_at = due_at + interval '30 days' where id = $1`, [pair.formPk])
    }
    await statementOf(`UPI-ASHA RAO-${utr}`)
    await app.advance('PT144H')
    await statementOf('UPI-SOMEBODY LATER')
    expect(await statesOf(utr)).toEqual(['conflict', 'conflict'])
    expect(await app.verify()).toEqual([])
  })
})

describe('a payment whose days nobody has read at the bank', () => {
  test('is waited for, and no longer once they are read without it', async () => {
    const pair = await payable()
    await claim(pair, pair.payer, { utr: newUtr() })
    await app.advance('P6D')
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('agreed')
    await statementOf('UPI-SOMEBODY BEFORE')
    await app.advance('P2D')
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('expired')
  })
  test('is waited for a week at most', async () => {
    const pair = await payable()
    await claim(pair, pair.payer, { utr: newUtr() })
    await app.advance('P8D')
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('agreed')
    // which another claim does not make longer
    expect((await claim(pair, pair.payer, { utr: newUtr() })).status).toBe(200)
    await app.advance('P5D')
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('expired')
  })
  test('nor is one that nobody has claimed', async () => {
    const pair = await payable()
    await app.advance('P3D')
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('expired')
  })
})
