/** The files of statements: kept as they were brought, sealed, downloaded by Admins alone, forgotten after their time. */
import { beforeAll, expect, test } from 'vitest'
import { cleanUp } from '#server/jobs/clean-up.ts'
import { quietLog } from '#server/log.ts'
import { stopReading } from '#server/statements/read-file.ts'
import { useApp } from '#test/support/app.ts'
import { type Person, teammate } from '#test/support/people.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'

const app = useApp()
let admin: Person
let account: string
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
  const { body } = await app.call('POST', '/api/admin/bank-accounts', {
    token: admin.token,
    body: { bank: 'HDFC', account: '70200099001', opening_paise: 100_000 },
  })
  account = body.id
  return stopReading
})
const { query } = app
const fileOf = (id: string, who: Person = admin) =>
  app.call('POST', `/api/admin/statements/${id}/file`, { token: who.token, body: {} })

const HEAD = 'Date,Narration,Ref No,Debit,Credit,Balance'
const CONTENT = `${HEAD}\r\n02/11/2026,UPI-ASHA RAO-asha@ybl,,,10.00,1010.00\r\n`

test('as it was brought, sealed at rest, by Admins alone; every download is in the audit log', async () => {
  const { body } = await uploadStatement(app, { account, content: CONTENT, who: admin })
  const reply = await fileOf(body.id)
  expect([reply.status, reply.body]).toEqual([200, CONTENT])
  expect(reply.headers['content-disposition']).toContain('attachment')
  expect((await fileOf(body.id, await teammate(app))).status).toBe(403)
  expect((await fileOf('nothing')).status).toBe(404)
  const [row] = await query('select file_sealed from statement_file where import_id = $1', [body.id])
  expect(row.file_sealed.includes(Buffer.from('ASHA'))).toBe(false)
  const events = await query(
    `select actor_id::int from audit_event where action = 'statement_downloaded' and subject_id = $1`,
    [body.id],
  )
  expect(events).toEqual([{ actor_id: admin.id }])
})

test('one that was refused is kept, too', async () => {
  const broken = CONTENT.replace('1010.00', '1011.00')
  const { body } = await uploadStatement(app, { account, content: broken, who: admin })
  expect(body.state).toBe('refused')
  expect((await fileOf(body.id)).body).toBe(broken)
})

test('after the years that books are kept its bytes go, and nothing else of it ever changes', async () => {
  const { body } = await uploadStatement(app, { account, content: CONTENT, who: admin })
  const refusal = (text: string) =>
    app.db.ownerPool.query(text).then(
      () => 'none',
      (error: { code: string }) => error.code,
    )
  expect(await refusal(`update statement_file set file_sealed = 'x'`)).toBe('AM403')
  expect(await refusal('delete from statement_file')).toBe('AM403')
  expect(await refusal('truncate statement_file')).toBe('AM403')
  const clean = () => cleanUp({ runInTransaction: app.db.runInTransaction, log: quietLog })
  await clean()
  expect((await fileOf(body.id)).status).toBe(200)
  await query('alter table statement_file disable trigger history')
  await query(
    `update statement_file set stored_at = stored_at - interval '8 years 1 day' where import_id = $1`,
    [body.id],
  )
  await query('alter table statement_file enable always trigger history')
  await clean()
  expect([(await fileOf(body.id)).status, (await fileOf(body.id)).body.code]).toEqual([410, 'gone'])
})
