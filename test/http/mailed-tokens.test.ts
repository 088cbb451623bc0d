/** Links that go out by mail: whoever reads the database, or a copy of it, finds none that works. */
import { beforeAll, describe, expect, it } from 'vitest'
import { Mailbox } from '#test/support/mailbox.ts'
import { setTarget, verifiedPair } from '#test/support/payout-targets.ts'
import { bringTo, PASSWORD, type Pair, person } from '#test/support/people.ts'
import { ask, confirm, FakeSender, useVerifyingApp, verifyPhone } from '#test/support/verification.ts'

const sender = new FakeSender()
const app = useVerifyingApp([sender])

/** What every kind of link looks like in its mail. */
const LINKS = {
  reset: /\/password\/reset\/confirm\/[\w-]+\/([\w-]{43})\b/,
  'sign-in': /\/sign-in\/([\w-]{43})\b/,
  complaint: /\/complain\/([\w-]{43})\b/,
  'proof of an address': /\/link#verify_email\.([\w-]{43})\b/,
  'stop of a change': /\/link#stop_change\.([\w-]{43})\b/,
  alarm: /\/link#not_me\.([\w-]{43})\b/,
  'objection to a claim': /\/link#object_claim\.([\w-]{43})\b/,
} as const

const tokens = new Map<string, string>()
let database = ''

async function mailAll(pair: Pair): Promise<void> {
  const { payer, payee } = pair
  await bringTo(app, pair, 'delivered')
  for (const url of ['/auth/users/reset_password', '/api/auth/sign-in-link'])
    await app.call('POST', url, { body: { email: payer.email } })
  await app.call('POST', '/api/account/email', {
    token: payer.token,
    body: { email: 'another@example.com', password: PASSWORD },
  })
  await setTarget(app, payee, { kind: 'upi', upi_id: 'asha.rao@okicici', password: PASSWORD })
  const claimant = await person(app, 'Client', { phone_number: payee.phone })
  await ask(app, claimant)
  await confirm(app, claimant, sender.codeTo(payee.phone))
  const unproved = await person(app, 'Buyer')
  await verifyPhone(app, sender, unproved)
  await ask(app, unproved, 'email')
  for (const { email } of [payer, payee, unproved])
    for (const { text } of await new Mailbox(app).all(email))
      for (const [kind, link] of Object.entries(LINKS)) {
        const [, token] = link.exec(text) ?? []
        if (token) tokens.set(kind, token)
      }
}

/** Every row of every table, as text; bytes are hexadecimal in it. */
async function everything(): Promise<string> {
  const { rows } = await app.db.ownerPool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of rows) {
    const table = await app.db.ownerPool.query(`select string_agg(t::text, ' ') as text from ${name} t`)
    texts.push(table.rows[0].text ?? '')
  }
  return texts.join(' ')
}

beforeAll(async () => {
  await mailAll(await verifiedPair(app, sender))
  database = await everything()
}, 60_000)

describe('the token of a mailed link', () => {
  it.each(Object.keys(LINKS))('%s: is in the mail, and nowhere in the database', (kind) => {
    const token = tokens.get(kind) ?? ''
    expect(token).toHaveLength(43)
    const spellings = [
      token,
      Buffer.from(token, 'base64url').toString('hex'),
      Buffer.from(token, 'utf8').toString('hex'),
      Buffer.from(token, 'utf8').toString('base64'),
    ]
    expect(spellings.filter((spelling) => database.includes(spelling))).toEqual([])
  })
  it('what is looked through has the mails', () => {
    for (const address of ['another@example.com', '{token:']) expect(database).toContain(address)
  })
})
