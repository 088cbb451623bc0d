/** Reminders at half and at nine tenths of a deadline, on the product's clock. */
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, istDay, istHour } from '#core/time.ts'
import { useApp } from '#test/support/app.ts'
import { type Mail, Mailbox } from '#test/support/mailbox.ts'
import {
  accept,
  bringTo,
  offerShopping,
  type Pair,
  type Person,
  pay,
  take,
  teammate,
} from '#test/support/people.ts'

const app = useApp()
const mailbox = new Mailbox(app)

const productNow = async (): Promise<number> =>
  (await app.db.ownerPool.query('select product_now() as now')).rows[0].now.getTime()

/** Forward to a few seconds past this hour in India. */
async function untilHour(hour: number): Promise<void> {
  const now = await productNow()
  const wanted = Date.parse(`${istDay(now)}T${String(hour).padStart(2, '0')}:00:05+05:30`)
  const ahead = wanted > now ? wanted - now : wanted + DAY_MS - now
  await app.advance(`PT${Math.ceil(ahead / 1000)}S`)
}
const reminders = async (who: Person): Promise<Mail[]> =>
  (await mailbox.all(who.email)).filter((mail) => mail.subject.startsWith('Reminder'))

// by day, so that nothing here waits for the morning unless it is meant to
beforeEach(() => untilHour(12))

describe('a reminder', () => {
  it('comes at half and at nine tenths, to whose move it is alone', async () => {
    const pair = await offerShopping(app)
    await accept(app, pair)
    await app.advance('PT23H')
    expect(await reminders(pair.payer)).toEqual([])
    await app.advance('PT2H')
    const [half] = await reminders(pair.payer)
    expect(half?.subject).toBe('Reminder: pay ₹1,500 (Phone, ₹1,500)')
    expect(half?.text).toContain('Half of the time is over.')
    expect(half?.text).toContain('If you do nothing by then, the deal is cancelled and nobody owes anything.')
    await app.advance('PT20H')
    const both = await reminders(pair.payer)
    expect(both.map((mail) => /Half|Little/.exec(mail.text)?.[0])).toEqual(['Half', 'Little'])
    expect(await reminders(pair.payee)).toEqual([])
  })

  it('is not sent for what a jump has passed', async () => {
    const pair = await offerShopping(app)
    await accept(app, pair)
    await app.advance('PT45H')
    expect((await reminders(pair.payer)).map((mail) => /Half|Little/.exec(mail.text)?.[0])).toEqual([
      'Little',
    ])
    const other = await offerShopping(app)
    await accept(app, other)
    await app.advance('PT49H')
    expect(await reminders(other.payer)).toEqual([])
    expect((await mailbox.last(other.payer)).text).toContain('The money was not paid in time')
  })

  it('is not sent once the move was made', async () => {
    const pair = await offerShopping(app)
    await accept(app, pair)
    await app.advance('PT20H')
    await pay(app, pair.payer, pair.formPk)
    await app.advance('PT5H')
    expect(await reminders(pair.payer)).toEqual([])
  })

  it('waits for the morning, and the deal’s own notices do not', async () => {
    const pair = await offerShopping(app)
    await untilHour(23)
    await accept(app, pair)
    expect((await mailbox.last(pair.payer)).subject).toContain('accepted the terms')
    await app.advance('PT24H')
    expect(await reminders(pair.payer)).toEqual([])
    const { body } = await app.call('GET', '/api/notices', { token: pair.payer.token })
    expect(body[0].kind).toBe('reminder')
    await app.advance('PT9H')
    const [mail] = await reminders(pair.payer)
    expect(istHour(Date.parse(mail?.at ?? ''))).toBe(8)
  })

  it('starts over when the deadline is moved', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'in_delivery')
    const due = new Date((await productNow()) + 40 * 24 * HOUR_MS).toISOString()
    await take(app, pair.payee, pair.formPk, 'propose_extension', { due })
    await take(app, pair.payer, pair.formPk, 'grant_extension')
    await app.advance('P19D')
    expect(await reminders(pair.payee)).toEqual([])
    await app.advance('P2D')
    expect(await reminders(pair.payee)).toHaveLength(1)
  })
})

describe('after a deadline that nobody met', () => {
  it('reminders count from when it was due, however late its lapse was applied', async () => {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'request_return', { reason: 'Too small' })
    const read = async () => (await app.call('GET', `/api/deals/${pair.formPk}`, pair.payer)).body
    const answerDue = Date.parse((await read()).due_at)
    await app.advance('P3D')
    const { status, due_at } = await read()
    expect(status).toBe('returning')
    const half = (answerDue + Date.parse(due_at)) / 2
    const texts = async () =>
      (await app.call('GET', '/api/notices', pair.payer)).body.map(({ title }: { title: string }) => title)
    await app.advance(`PT${Math.floor((half - (await productNow())) / 1000) - 60}S`)
    expect(await texts()).not.toContain('Half of the time is over.')
    await app.advance('PT2M')
    expect(await texts()).toContain('Half of the time is over.')
  })
})

describe('while two people settle', () => {
  const complaint = { reason: 'late', statement: 'Too late', wanted: 'full_refund' }
  async function settling(): Promise<Pair> {
    const pair = await offerShopping(app)
    await bringTo(app, pair, 'delivered')
    await take(app, pair.payer, pair.formPk, 'complain', complaint)
    await pay(app, pair.payer, pair.formPk)
    await pay(app, pair.payee, pair.formPk)
    await take(app, pair.payee, pair.formPk, 'respond', { statement: 'It was in time' })
    return pair
  }

  it.each(['nobody offers a split', 'a split is offered'])(
    'both learn on day five that the team can be called in, also when %s',
    async (offered) => {
      const { payer, payee, formPk } = await settling()
      if (offered === 'a split is offered')
        await take(app, payer, formPk, 'propose_split', { payer_share_paise: 50_000 })
      await app.advance('P5DT10M')
      for (const who of [payer, payee]) {
        const texts = (await reminders(who)).map((mail) => mail.text)
        expect(texts.some((text) => text.includes('If both of you ask for it, our team decides now.'))).toBe(
          true,
        )
      }
    },
  )

  it('of a split that is offered, the other side alone is reminded to answer', async () => {
    const { payer, payee, formPk } = await settling()
    await take(app, payer, formPk, 'propose_split', { payer_share_paise: 50_000 })
    const { body } = await app.call('GET', `/api/deals/${formPk}`, payer)
    expect(body.whose_move).toEqual(['payee'])
    await app.advance('P5DT10M')
    const isOfTime = ({ text }: Mail) => text.includes('Half of the time is over.')
    expect((await reminders(payer)).filter(isOfTime)).toEqual([])
    expect((await reminders(payee)).filter(isOfTime)).toHaveLength(1)
  })

  it('the team is reminded that it has to decide, and nobody else', async () => {
    const mediator = await teammate(app)
    const pair = await settling()
    await take(app, pair.payer, pair.formPk, 'escalate')
    await take(app, pair.payee, pair.formPk, 'escalate')
    const before = await Promise.all([pair.payer, pair.payee].map(reminders))
    expect(await reminders(mediator)).toEqual([])
    await app.advance('P16D')
    const [half] = await reminders(mediator)
    expect(half?.subject).toBe('Reminder: read both sides and decide (Phone, ₹1,500)')
    expect(await Promise.all([pair.payer, pair.payee].map(reminders))).toEqual(before)
  })
})
