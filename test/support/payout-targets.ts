/** Where people are paid, as they set it. */
import type { TestApp } from './app.ts'
import { Mailbox } from './mailbox.ts'
import { bringTo, inDays, PASSWORD, type Pair, type Person, person, take } from './people.ts'
import { type FakeSender, verifyEmail, verifyPhone } from './verification.ts'

export const UPI = { kind: 'upi', upi_id: 'asha.rao@okbank', password: PASSWORD }
export const BANK = {
  ...{ kind: 'bank', account_number: '50100123456789', ifsc: 'HDFC0001234', password: PASSWORD },
}

export const setTarget = (app: TestApp, { token }: Pick<Person, 'token'>, body: unknown = UPI) =>
  app.call('POST', '/api/account/payout-target', { token, body })
export const targetOf = async (app: TestApp, { token }: Pick<Person, 'token'>) =>
  (await app.call('GET', '/api/account/payout-target', { token })).body

/** The token behind "this was not me", from the newest such mail; undefined without one. */
export async function notMeToken(app: TestApp, who: Person): Promise<string | undefined> {
  const mails = await new Mailbox(app).all(who.email)
  const texts = mails.map(({ text }) => /\/link#not_me\.([\w-]{43})/.exec(text)?.[1])
  return texts.find((token) => token !== undefined)
}
export const pressNotMe = (app: TestApp, token: string | undefined) =>
  app.call('POST', '/api/account/links', { body: { action: 'not_me', token } })

/** Targets of their own: three people with one account are held for the team. */
export const upiOf = ({ payee }: Pick<Pair, 'payee'>) => ({ ...UPI, upi_id: `asha${payee.phone}@okbank` })
export const bankOf = ({ payee }: Pick<Pair, 'payee'>) => ({ ...BANK, account_number: `5010${payee.phone}` })
export const bankAddressOf = (pair: Pick<Pair, 'payee'>): string =>
  `${bankOf(pair).account_number}@hdfc0001234.ifsc.npci`

/** Two people with proved numbers and an offer of work between them. */
export async function verifiedPair(
  app: TestApp,
  sender: FakeSender,
  { amount = 20_000, target = {} as object | null } = {},
): Promise<Pair> {
  const [payee, payer] = [await person(app, 'Service_Provider'), await person(app, 'Client')]
  for (const who of [payee, payer]) {
    await verifyPhone(app, sender, who)
    await verifyEmail(app, who)
  }
  await setTarget(app, payee, { ...upiOf({ payee }), ...target })
  const pair = await offerOf(app, { payee, payer }, amount)
  if (target === null) await loseTarget(app, payee)
  return pair
}

/** Another deal of the same two people. */
export const offerAgain = (app: TestApp, pair: Pair, amount = 20_000): Promise<Pair> =>
  offerOf(app, pair, amount)

async function offerOf(
  app: TestApp,
  { payee, payer }: Pick<Pair, 'payee' | 'payer'>,
  amount: number,
): Promise<Pair> {
  const { status, body } = await app.call('POST', '/api/transactions/services/', {
    token: payee.token,
    body: {
      ...{ cpty_full_name: 'Client Person', cpty_phone: payer.phone, deliverables: 'A logo in three sizes' },
      ...{ payment_mode: 'Full Payment', date_of_completion: inDays(20), other_info: 'Two drafts' },
      ...{ cancellation_fee: 10, amount, coupon_code: null },
    },
  })
  if (status !== 201) throw new Error(`offering: ${status} ${JSON.stringify(body)}`)
  return { payer, payee, creator: payee, counterparty: payer, formPk: body.form_pk }
}

/** As a password reset takes it out: an offer was made with it, and nothing may be paid to it now. */
export const loseTarget = (app: TestApp, { id }: Person) =>
  app.db.ownerPool.query(
    `update payout_target set retired_at = now(), retired_because = 'reset' where user_id = $1`,
    [id],
  )

export async function release(app: TestApp, pair: Pair): Promise<void> {
  await bringTo(app, pair, 'delivered')
  await take(app, pair.payer, pair.formPk, 'release')
}

export const payoutOf = async (app: TestApp, { formPk }: Pair, purpose = 'release') =>
  (
    await app.db.ownerPool.query(
      'select * from payout where deal_id = $1 and purpose = $2 order by replaces is null, created_at',
      [formPk, purpose],
    )
  ).rows[0]
