/** Each day of a bank account ends with the books at the bank's balance; where nobody reads the bank, nobody is asked to pay. */
import { beforeAll, expect, test } from 'vitest'
import { addBusinessDays } from '#core/business-days.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { istDay } from '#core/time.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { stopReading } from '#server/statements/read-file.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { agreedGoods } from '#test/support/money.ts'
import { type Pair, type Person, teammate } from '#test/support/people.ts'
import { upiAndSandbox } from '#test/support/rails.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'

const settings = { ...testSettings, provider: 'upi' }
const app = useApp({ settings, ...upiAndSandbox() })

let maker: Person
let checker: Person
let account: string
let balance = 1_000
const lines: string[] = []
beforeAll(async () => {
  maker = await teammate(app, 'Admin')
  checker = await teammate(app, 'Admin')
  const { status, body } = await app.call('POST', '/api/admin/bank-accounts', {
    token: maker.token,
    body: { bank: 'HDFC', account: '50200011228888', opening_paise: 100_000 },
  })
  expect([status, body.attention, body.difference_paise]).toEqual([201, 'none', 0])
  account = body.id
  return stopReading
})

const nowOf = (): Promise<number> => app.db.runInTransaction(async (_tx, now) => now)
/** To the first moment after so many working days. */
async function afterWorkingDays(days: number): Promise<void> {
  const now = await nowOf()
  const waitMs = addBusinessDays(now, days, DEFAULT_POLICY.calendar) + 1_000 - now
  await app.advance(`PT${Math.ceil(waitMs / 1_000)}S`)
}
const get = (path: string) => app.call('GET', `/api/admin/bank-accounts${path}`, { token: maker.token })
const accountNow = async () => (await get('')).body[0]
const payFor = ({ formPk, payer }: Pair, language = 'en') =>
  app.call('POST', `/api/deals/${formPk}/pay`, {
    token: payer.token,
    headers: { 'accept-language': language },
  })
/** The deal's time is not what is looked at. */
async function agreed(): Promise<Pair> {
  const pair = await agreedGoods(app)
  await app.db.ownerPool.query(`update deal set due_at = due_at + interval '90 days' where id = $1`, [
    pair.formPk,
  ])
  return pair
}

async function addLine(narration: string, rupees: number): Promise<void> {
  balance += rupees
  const day = istDay(await nowOf())
    .split('-')
    .toReversed()
    .join('/')
  const [debit, credit] = rupees < 0 ? [`${-rupees}.00`, ''] : ['', `${rupees}.00`]
  lines.push(`${day},${narration},,${debit},${credit},${balance}.00`)
}
const uploadAll = () =>
  uploadStatement(app, {
    account,
    content: ['Date,Narration,Ref No,Debit,Credit,Balance', ...lines].join('\n'),
    who: maker,
  })
async function takeOver(): Promise<void> {
  const { body } = await uploadAll()
  expect(body.problem).toBe(null)
  const reply = await app.call('POST', `/api/admin/statements/${body.id}/approve`, { token: checker.token })
  expect(reply.status).toBe(200)
  await bookAllLines((fn) => app.db.runInTransaction((tx, now) => fn({ tx, now, settings })))
}

test('an account that is read is at nothing, each day and as a whole', async () => {
  await addLine('UPI-SOMEBODY', 1_500)
  await addLine('UPI-SOMEBODY ELSE', 700)
  await takeOver()
  const first = istDay(await nowOf())
  await afterWorkingDays(1)
  await addLine('UPI-THIRD', 300)
  await takeOver()
  const shown = await accountNow()
  expect(shown).toMatchObject({ attention: 'none', difference_paise: 0, statement_paise: 350_000 })
  expect(shown.explained.map(({ kind }: { kind: string }) => kind)).toEqual(Array(3).fill('suspense'))
  const { body } = await get(`/${account}/days`)
  expect(body).toEqual([
    {
      ...{ day: istDay(await nowOf()), lines: 1 },
      ...{ statement_paise: 350_000, balance_paise: 350_000, difference_paise: 0 },
    },
    {
      ...{ day: first, lines: 2 },
      ...{ statement_paise: 320_000, balance_paise: 320_000, difference_paise: 0 },
    },
  ])
  expect((await get('/nobody/days')).status).toBe(404)
})

test('money that left unexplained calls for a person, and stops nobody', async () => {
  await addLine('NEFT DR-UNKNOWN PARTY', -200)
  await takeOver()
  expect(await accountNow()).toMatchObject({ attention: 'amber', difference_paise: 0 })
  expect((await payFor(await agreed())).status).toBe(200)
  expect(await app.verify()).toEqual([])
})

test('of several lines that left unexplained the team is told once, with their sum', async () => {
  const notices = () =>
    app.db.ownerPool.query(`select title from notification where user_id = $1 and kind = 'stray'`, [
      checker.id,
    ])
  const before = (await notices()).rows.length
  await addLine('NEFT DR-UNKNOWN PARTY', -100)
  await addLine('UPI-SOMEBODY ELSE', 40)
  await addLine('NEFT DR-ANOTHER PARTY', -150)
  await takeOver()
  const { rows } = await notices()
  expect(rows.slice(before).map(({ title }) => title)).toEqual([
    '2 payments, ₹250 in all, left our bank account and nobody knows why. Look at the statement now.',
  ])
  expect(await app.verify()).toEqual([])
})

test('unread for four working days: no new payment starts, in words; one that is open goes on; a statement ends it', async () => {
  const [open, waiting] = [await agreed(), await agreed()]
  expect((await payFor(open)).status).toBe(200)
  await afterWorkingDays(3)
  expect((await accountNow()).attention).toBe('amber')
  expect((await payFor(await agreed())).status).toBe(200)
  await afterWorkingDays(2)
  expect((await accountNow()).attention).toBe('red')
  const [english, hindi] = [await payFor(waiting), await payFor(waiting, 'hi')]
  expect([english.status, english.body.code]).toEqual([503, 'bank_unread'])
  expect(english.body.message).toMatch(/not been able to read our bank account/)
  expect(hindi.body.message).toMatch(/बैंक खाता नहीं पढ़ पाए/)
  expect((await payFor(open)).status).toBe(200)
  // a quiet account: the file that brings nothing new says that somebody has looked
  expect((await uploadAll()).body.problem).toBe('nothing_new')
  expect((await payFor(waiting)).status).toBe(200)
})

test('a file that does not follow what is known calls for the one in between', async () => {
  await addLine('UPI-LOST', 100)
  lines.length = 0
  await addLine('UPI-AFTER', 100)
  expect((await uploadAll()).body.problem).toBe('gap')
  expect((await accountNow()).attention).toBe('amber')
})
