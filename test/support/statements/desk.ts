/** The match desk for tests: bank accounts with one line that waits for a person, and payments that are awaited. */
import { beforeAll } from 'vitest'
import { istDay } from '#core/time.ts'
import { bookAllLines } from '#server/services/statements/book-lines.ts'
import { stopReading } from '#server/statements/read-file.ts'
import { type TestApp, testSettings } from '#test/support/app.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { type Pair, type Person, teammate } from '#test/support/people.ts'
import { uploadStatement } from './upload.ts'

export interface SampleLine {
  readonly dir: 'C' | 'D'
  readonly rupees: number
  readonly narration: string
  /** In milliseconds; today without it. */
  readonly at?: number
}

export interface AwaitedPayment {
  readonly pair: Pair
  readonly reference: string
}

export function useDesk(app: TestApp) {
  const people = {} as { maker: Person; checker: Person }
  beforeAll(async () => {
    people.maker = await teammate(app, 'Admin')
    people.checker = await teammate(app, 'Admin')
    return stopReading
  })
  const query = async (text: string, values: unknown[] = []) =>
    (await app.db.ownerPool.query(text, values)).rows
  let count = 0

  /** An account with one approved line, which waits for a person. */
  async function waitingLine({
    dir,
    rupees,
    narration,
    at = Date.now(),
  }: SampleLine): Promise<{ id: string; account: string }> {
    count += 1
    const opening = 1_000_000
    const { body } = await app.call('POST', '/api/admin/bank-accounts', {
      token: people.maker.token,
      body: { bank: 'HDFC', account: `7020001122${1000 + count}`, opening_paise: opening * 100 },
    })
    const [year, month, day] = istDay(at).split('-')
    const amounts = dir === 'C' ? `,${rupees.toFixed(2)}` : `${rupees.toFixed(2)},`
    const after = opening + (dir === 'C' ? rupees : -rupees)
    const content = [
      'Date,Narration,Ref No,Debit,Credit,Balance',
      `${day}/${month}/${year},${narration},,${amounts},${after.toFixed(2)}`,
    ].join('\n')
    const upload = await uploadStatement(app, { account: body.id, content, who: people.maker })
    if (upload.body.problem !== null) throw new Error(JSON.stringify(upload.body))
    await app.call('POST', `/api/admin/statements/${upload.body.id}/approve`, { token: people.checker.token })
    await bookAllLines((fn) => app.db.runInTransaction((tx, now) => fn({ tx, now, settings: testSettings })))
    const [line] = await query('select key from statement_line where bank_account_id = $1', [body.id])
    return { id: line.key, account: body.id }
  }

  /** Goods for Rs 1,500 whose payment over UPI is awaited; `amountPaise` for another price. */
  async function awaited(amountPaise = 150_000): Promise<AwaitedPayment> {
    const pair = await agreedGoods(app)
    const { id } = await dueOf(app, pair)
    const [payIn] = await query(
      `update pay_in set provider = 'upi', amount_paise = $2 where id = $1 returning reference`,
      [id, amountPaise],
    )
    await query('update deal set amount_paise = $2 where id = $1', [pair.formPk, amountPaise])
    return { pair, reference: payIn.reference }
  }

  /** What an Admin names who approves what stands there now, or gives it up. */
  const asRead = async (id: string): Promise<{ n: number; state: string }> => {
    const [decision] = await query(
      `select d.n, d.undo_asked_by from line_decision d join statement_line l using (bank_account_id, position)
        where l.key = $1 and d.state in ('proposed', 'done') and d.part_paise is null`,
      [id],
    )
    return { n: Number(decision?.n ?? 1), state: decision?.undo_asked_by ? 'undo_asked' : 'proposed' }
  }

  return {
    people,
    query,
    waitingLine,
    awaited,
    balance: async (code: string): Promise<number> =>
      Number((await query('select balance_of($1) as paise', [code]))[0].paise),
    act: async (who: Person, id: string, verb: string, body: object = {}) => {
      const named = ['approve', 'drop'].includes(verb) ? await asRead(id) : {}
      return app.call('POST', `/api/admin/bank-lines/${id}/${verb}`, {
        token: who.token,
        body: { ...named, ...body },
      })
    },
    read: async (id: string, search = '') =>
      (await app.call('GET', `/api/admin/bank-lines/${id}?search=${search}`, { token: people.maker.token }))
        .body,
    list: async (state: string): Promise<string[]> => {
      const { body } = await app.call('GET', `/api/admin/bank-lines?state=${state}`, {
        token: people.maker.token,
      })
      return body.map(({ id }: { id: string }) => id)
    },
  }
}
