/** Whoever did not write is told of a message: once until they have read it, and by mail only if they do not read it soon. */
import { beforeEach, describe, expect, it } from 'vitest'
import { emailQueue } from '#server/jobs/email.ts'
import { runBatch } from '#server/jobs/queue.ts'
import { quietLog } from '#server/log.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { bringTo, offerShopping, type Pair, type Person, teammate } from '#test/support/people.ts'

const app = useApp()
let pair: Pair
beforeEach(async () => {
  pair = await offerShopping(app)
  await bringTo(app, pair, 'agreed')
})

const write = async (who: Person, text: string): Promise<number> => {
  const reply = await app.call('POST', `/api/deals/${pair.formPk}/messages`, {
    token: who.token,
    body: { text },
  })
  expect(reply.status).toBe(201)
  return reply.body.id
}
const read = (who: Person, id: number) =>
  app.call('POST', `/api/deals/${pair.formPk}/messages/read`, { token: who.token, body: { id } })

interface Told {
  readonly title: string
  readonly text: string
  readonly is_read: boolean
}
const noticesOf = async ({ id }: Person): Promise<Told[]> =>
  (
    await app.db.ownerPool.query(
      `select title, text, read_at is not null as is_read from notification where user_id = $1 and kind = 'message' order by id`,
      [id],
    )
  ).rows
const sendMails = async (): Promise<void> => {
  const queue = emailQueue({
    runInTransaction: app.db.runInTransaction,
    mail: { send: async () => {}, close: () => {} },
    settings: testSettings,
  })
  while ((await runBatch(queue, quietLog)).claimed > 0);
}
const mailsOf = async ({ id }: Person) => {
  await sendMails()
  const { rows } = await app.db.ownerPool.query(
    `select subject, content, sent_at is not null as is_sent, given_up_at is not null as is_given_up
       from email where user_id = $1 and key like 'message:%' order by id`,
    [id],
  )
  return rows as { subject: string; content: unknown; is_sent: boolean; is_given_up: boolean }[]
}
const states = async (who: Person) =>
  (await mailsOf(who)).map(({ is_sent, is_given_up }) =>
    is_sent ? 'sent' : is_given_up ? 'given up' : 'waits',
  )

describe('a message', () => {
  it('is told of once while it is unread, and mailed after ten minutes without its words', async () => {
    for (const text of ['Is it packed?', 'See http://bad.example', 'Hello?']) await write(pair.payer, text)
    expect(await noticesOf(pair.payer)).toEqual([])
    const notices = await noticesOf(pair.payee)
    expect(notices.map(({ title, is_read }) => [title, is_read])).toEqual([['Asha Rao wrote to you', false]])
    expect(await states(pair.payee)).toEqual(['waits'])
    await app.advance('PT11M')
    const [mail] = await mailsOf(pair.payee)
    expect(mail).toMatchObject({ is_sent: true, subject: 'Asha Rao wrote to you (Phone)' })
    expect(JSON.stringify([mail, notices])).not.toMatch(/packed|bad\.example/)
    expect(await states(pair.payer)).toEqual([])
  })

  it('that is read in time is not mailed, and its notice is read; the next one is told of anew', async () => {
    const id = await write(pair.payer, 'Is it packed?')
    expect((await read(pair.payee, id)).status).toBe(200)
    expect((await noticesOf(pair.payee)).map(({ is_read }) => is_read)).toEqual([true])
    await app.advance('PT11M')
    expect(await states(pair.payee)).toEqual(['given up'])
    await write(pair.payer, 'And sent?')
    expect((await noticesOf(pair.payee)).map(({ is_read }) => is_read)).toEqual([true, false])
    await app.advance('PT11M')
    expect(await states(pair.payee)).toEqual(['given up', 'sent'])
  })

  it('is told and mailed in the reader’s language', async () => {
    await app.db.ownerPool.query(`update app_user set locale = 'hi' where id = $1`, [pair.payee.id])
    await write(pair.payer, 'Is it packed?')
    const words = { title: 'Asha Rao ने आपको लिखा है', text: 'संदेश सौदे की चैट में पढ़ें और वहीं जवाब दें।' }
    expect(await noticesOf(pair.payee)).toMatchObject([words])
    const [mail] = await mailsOf(pair.payee)
    expect(mail?.subject).toBe(`${words.title} (Phone)`)
    expect(JSON.stringify(mail?.content)).toContain(words.text)
  })

  it('of the team is told to both', async () => {
    await write(await teammate(app), 'Please show the label')
    for (const who of [pair.payer, pair.payee])
      expect((await noticesOf(who)).map(({ title }) => title)).toEqual(['Our team wrote to you'])
  })
})
