/** Mail against a real SMTP server that is down, refuses, and comes back: late, but all of it and once. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { istHour } from '#core/time.ts'
import { emailQueue } from '#server/jobs/email.ts'
import { runBatch } from '#server/jobs/queue.ts'
import { quietLog } from '#server/log.ts'
import { type EmailTransport, smtpTransport } from '#server/mail/transport.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { accept, offerShopping, pay } from '#test/support/people.ts'

const app = useApp()
let transport: EmailTransport
let server: SMTPServer
const inbox: { to: string; raw: string }[] = []
/** What the server says to a recipient; undefined takes the mail. */
let refusal: { code: number; of?: string } | undefined

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const isRefused = refusal && (refusal.of === undefined || refusal.of === address)
      done(isRefused ? Object.assign(new Error('not now'), { responseCode: refusal?.code }) : undefined)
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo)
          inbox.push({ to: address, raw: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  transport = smtpTransport(`smtp://127.0.0.1:${port}`, 'deals@amanat.test')
})
afterAll(async () => {
  transport.close()
  await new Promise<void>((resolve) => server.close(resolve))
})
afterEach(() => {
  inbox.length = 0
  refusal = undefined
})

const sweep = async (mail: EmailTransport = transport): Promise<number> =>
  (
    await runBatch(
      emailQueue({ runInTransaction: app.db.runInTransaction, mail, settings: testSettings }),
      quietLog,
    )
  ).done
/** The waits between tries run on real time: as if they were over. */
const afterTheWait = () => app.db.ownerPool.query('update email set next_try_at = clock_timestamp()')
/** An offer that was accepted, its mails written and not yet sent. */
async function accepted() {
  const pair = await offerShopping(app)
  await accept(app, pair)
  return pair
}
/** And paid: two mails to each. */
async function fourMails() {
  const pair = await accepted()
  await pay(app, pair.payer, pair.formPk)
  return pair
}
const unsent = async (): Promise<number> =>
  (await app.db.ownerPool.query('select count(*)::int as n from email where sent_at is null')).rows[0].n

describe('a mail server', () => {
  it('takes each mail once, in both forms', async () => {
    const { payer } = await fourMails()
    expect(await sweep()).toBe(4)
    expect(await sweep()).toBe(0)
    expect(inbox.filter((mail) => mail.to === payer.email)).toHaveLength(2)
    expect(inbox[0]?.raw).toMatch(/Content-Type: text\/plain/)
    expect(inbox[0]?.raw).toMatch(/Content-Type: text\/html/)
  })

  it('that is down for an hour delays and loses none', async () => {
    await fourMails()
    const down = smtpTransport('smtp://127.0.0.1:1', 'deals@amanat.test')
    for (let tries = 0; tries < 12; tries++) {
      expect(await sweep(down)).toBe(0)
      await afterTheWait()
    }
    down.close()
    expect(await unsent()).toBe(4)
    expect(await sweep()).toBe(4)
    expect(await unsent()).toBe(0)
  })

  it('that says "later" is asked later, not at once', async () => {
    refusal = { code: 451 }
    await fourMails()
    expect(await sweep()).toBe(0)
    refusal = undefined
    expect(await sweep()).toBe(0)
    await afterTheWait()
    expect(await sweep()).toBe(4)
  })

  it('that refuses one address for good holds up nobody else', async () => {
    const { payer } = await fourMails()
    refusal = { code: 550, of: payer.email }
    for (let tries = 0; tries < 6; tries++) {
      await sweep()
      await afterTheWait()
    }
    expect(inbox).toHaveLength(2)
    const { rows } = await app.db.ownerPool.query(
      'select tries, problem from email where given_up_at is not null',
    )
    expect(rows).toHaveLength(2)
    expect(rows[0].tries).toBe(5)
  })

  it('gets each mail from one of many processes', async () => {
    await fourMails()
    const counts = await Promise.all(Array.from({ length: 8 }, () => sweep()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4)
    expect(inbox).toHaveLength(4)
  })
})

describe('a reminder that waited for the morning', () => {
  it('is not sent when the move was made by night', async () => {
    const now: Date = (await app.db.ownerPool.query('select product_now() as now')).rows[0].now
    const toEleven = (23 - istHour(now.getTime()) + 24) % 24
    await app.advance(`PT${toEleven}H`)
    const [moved, idle] = [await accepted(), await accepted()]
    await app.advance('PT24H5M')
    await sweep()
    inbox.length = 0
    await pay(app, moved.payer, moved.formPk)
    await app.advance('PT9H')
    while ((await sweep()) > 0);
    const reminded = (to: string) =>
      inbox.filter((mail) => mail.to === to && /^Subject: .*Reminder/m.test(mail.raw)).length
    expect([reminded(moved.payer.email), reminded(idle.payer.email)]).toEqual([0, 1])
    const { rows } = await app.db.ownerPool.query(
      'select problem from email where given_up_at is not null and recipient = $1',
      [moved.payer.email],
    )
    expect(rows).toEqual([{ problem: 'the move was made before it left' }])
  })
})
