/** A statement that waits for a second Admin is withdrawn by whoever brought it, or refused by another, with a reason. */
import { beforeAll, describe, expect, it, test } from 'vitest'
import { stopReading } from '#server/statements/read-file.ts'
import { useApp } from '#test/support/app.ts'
import { type Person, person, teammate } from '#test/support/people.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'

const app = useApp()
let maker: Person
let checker: Person
beforeAll(async () => {
  maker = await teammate(app, 'Admin')
  checker = await teammate(app, 'Admin')
  return stopReading
})

let count = 0
async function bankAccount(): Promise<string> {
  count += 1
  const { body } = await app.call('POST', '/api/admin/bank-accounts', {
    token: maker.token,
    body: { bank: 'HDFC', account: `5020001133${1000 + count}`, opening_paise: 100_000 },
  })
  return body.id
}

const HEADER = 'Date,Narration,Ref No,Debit,Credit,Balance'
const FIRST = '02/11/2026,UPI-SOMEBODY,,,10.00,1010.00'
const SECOND = '03/11/2026,UPI-ELSE,,,20.00,1030.00'
const upload = async (account: string, ...rows: string[]) =>
  (await uploadStatement(app, { account, content: [HEADER, ...rows].join('\n'), who: maker })).body

const decide = (id: string, verb: 'approve' | 'drop', { token }: Person, note = 'Of another account') =>
  app.call('POST', `/api/admin/statements/${id}/${verb}`, {
    token,
    ...(verb === 'drop' ? { body: { note } } : {}),
  })
const listed = async (id: string) =>
  (await app.call('GET', '/api/admin/statements', { token: checker.token })).body.find(
    (row: { id: string }) => row.id === id,
  )
const waiting = async ({ token }: Person): Promise<number> => {
  const { body } = await app.call('GET', '/api/admin/desks', { token })
  return body.desks.find(({ desk }: { desk: string }) => desk === 'statements')?.count ?? 0
}
const linesOf = async (account: string): Promise<number> =>
  (await app.call('GET', '/api/admin/bank-accounts', { token: maker.token })).body.find(
    ({ id }: { id: string }) => id === account,
  ).lines
const nameOf = async ({ id }: Person): Promise<string> =>
  (
    await app.db.ownerPool.query(
      `select first_name || ' ' || last_name as name from app_user where id = $1`,
      [id],
    )
  ).rows[0].name
const audited = async (id: string) =>
  (
    await app.call('GET', `/api/admin/audit?subject_type=statement&subject_id=${id}`, { token: maker.token })
  ).body.map(({ action, actor_id, after }: Record<string, unknown>) => [action, actor_id, after])

describe.each(['withdrawn by whoever brought it', 'refused by another Admin'])('%s', (way) => {
  const isOwn = way.startsWith('withdrawn')
  it('is on no desk any more, books nothing, and the same file is read again', async () => {
    const account = await bankAccount()
    const { id } = await upload(account, FIRST)
    const before = await waiting(checker)
    expect((await decide(id, 'drop', isOwn ? maker : checker)).status).toBe(200)
    expect(await waiting(checker)).toBe(before - 1)
    expect(await linesOf(account)).toBe(0)
    const who = isOwn ? maker : checker
    expect(await listed(id)).toMatchObject({
      state: 'refused',
      problem: null,
      approved_by: null,
      dropped_by: await nameOf(who),
      drop_note: 'Of another account',
      withdrawn: isOwn,
    })
    expect((await audited(id))[0]).toMatchObject([
      'statement_dropped',
      who.id,
      { bank_account: account, note: 'Of another account' },
    ])
    const again = await upload(account, FIRST)
    expect(again).toMatchObject({ state: 'read', new_lines: 1 })
    expect((await decide(again.id, 'approve', checker)).status).toBe(200)
    expect(await linesOf(account)).toBe(1)
    expect(await app.verify()).toEqual([])
  })
})

test('another Admin says why; whoever brought it need not', async () => {
  const { id } = await upload(await bankAccount(), FIRST)
  const { status, body } = await decide(id, 'drop', checker, ' ')
  expect([status, Object.keys(body)]).toEqual([400, ['note']])
  expect((await listed(id)).state).toBe('read')
  expect((await decide(id, 'drop', maker, '')).status).toBe(200)
})

test('a Mediator and a Buyer may not, and nobody approves their own', async () => {
  const { id } = await upload(await bankAccount(), FIRST)
  const others = [await teammate(app, 'Mediator'), await person(app, 'Buyer')]
  for (const other of others) {
    expect((await decide(id, 'drop', other)).status).toBe(403)
    expect((await decide(id, 'approve', other)).status).toBe(403)
  }
  expect((await decide(id, 'approve', maker)).status).toBe(403)
  expect((await decide('nowhere', 'drop', checker)).status).toBe(404)
  expect((await listed(id)).state).toBe('read')
})

test('a gap that is still there is told after another file was dropped', async () => {
  const account = await bankAccount()
  expect((await upload(account, SECOND)).problem).toBe('gap')
  const { id } = await upload(account, FIRST)
  await decide(id, 'drop', maker)
  const { body } = await app.call('GET', '/api/admin/bank-accounts', { token: maker.token })
  expect(body.find((row: { id: string }) => row.id === account).attention).toBe('amber')
})

test('approved, withdrawn and refused at the same moment, one of them counts', async () => {
  const third = await teammate(app, 'Admin')
  for (let round = 0; round < 6; round += 1) {
    const account = await bankAccount()
    const { id } = await upload(account, FIRST, SECOND)
    const replies = await Promise.all([
      decide(id, 'approve', checker),
      decide(id, 'drop', third),
      decide(id, 'drop', maker),
      decide(id, 'approve', third),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const isApproved = replies[0]?.status === 200 || replies[3]?.status === 200
    expect((await listed(id)).state).toBe(isApproved ? 'approved' : 'refused')
    expect(await linesOf(account)).toBe(isApproved ? 2 : 0)
    const actions = (await audited(id)).map(([action]: [string]) => action)
    expect(actions).toEqual([isApproved ? 'statement_approved' : 'statement_dropped', 'statement_uploaded'])
  }
  expect(await app.verify()).toEqual([])
})

describe('what is decided stays, and the answer says so in words for the team', () => {
  it('what a colleague has approved or refused', async () => {
    const [one, other] = [await bankAccount(), await bankAccount()]
    const approved = await upload(one, FIRST)
    await decide(approved.id, 'approve', checker)
    const refused = await upload(other, FIRST)
    await decide(refused.id, 'drop', checker)
    const replies = [
      await decide(approved.id, 'drop', maker),
      await decide(refused.id, 'drop', maker),
      await decide(refused.id, 'approve', checker),
    ]
    for (const { status, body } of replies) {
      expect([status, body.code]).toEqual([409, 'conflict'])
      expect(body.message).toMatch(/Somebody of the team/)
    }
    expect(await linesOf(one)).toBe(1)
  })
  it('one that was read before other lines came can only be given up', async () => {
    const account = await bankAccount()
    const [first, late] = [await upload(account, FIRST), await upload(account, FIRST, SECOND)]
    await decide(first.id, 'approve', checker)
    const { status, body } = await decide(late.id, 'approve', checker)
    expect([status, body.code]).toEqual([409, 'statement_outdated'])
    expect(body.message).toMatch(/Refuse this one/)
    expect((await decide(late.id, 'drop', checker)).status).toBe(200)
  })
  it('by the database, too', async () => {
    const insert = (id: string, by: number, note = 'Of another account') =>
      app.db.ownerPool.query('insert into statement_drop values ($1, $2, now(), $3)', [id, by, note]).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
    const approved = await upload(await bankAccount(), FIRST)
    await decide(approved.id, 'approve', checker)
    expect(await insert(approved.id, checker.id)).toBe('AM403')
    const { id } = await upload(await bankAccount(), FIRST)
    expect(await insert(id, checker.id, '')).toBe('AM403')
    expect(await insert(id, maker.id, '')).toBe('done')
    for (const text of ["update statement_drop set note = 'x'", 'delete from statement_drop'])
      await expect(app.db.ownerPool.query(text)).rejects.toMatchObject({ code: 'AM403' })
  })
})
