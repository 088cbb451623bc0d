/** Settlements over each pretended provider: what it sends to the bank agrees with the books to the paisa, or stands as a row. */
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { readSettlements } from '#server/jobs/settlements.ts'
import type { Checkout, Rail } from '#server/rails/rail.ts'
import { DATABASE_METRICS } from '#server/services/admin/database-metrics.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { deliverEvents } from '#test/support/fakes/deliver.ts'
import { startProviders } from '#test/support/fakes/providers.ts'
import type { LineChange } from '#test/support/fakes/settlement-levers.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import type { Pair, Person } from '#test/support/people.ts'
import { useDesk } from '#test/support/statements/desk.ts'

const providers = await startProviders()
afterAll(() => {
  for (const { fake } of providers) fake.stop()
})

function checkoutOf({ checkout }: Rail): Checkout {
  if (!checkout) throw new Error('nobody can be asked')
  return checkout
}

/** What a payment of Rs 1,500 comes to at the bank, and what is kept of it. */
const [PRICE, NET, FEE, TAX] = [150_000, 146_460, 3_000, 540]
/** Past eleven of the next day, and before what is unpaid expires. */
const LATER = 'PT40H'
const NOTHING = { gateway: 0, fees: 0, tax: 0, suspense: 0 }
const FEE_BOOKED = { gateway: FEE + TAX, fees: -FEE, tax: -TAX, suspense: 0 }

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a describe holds its tests, each of them short
describe.each(providers)('settlements of $name', (provider) => {
  const { name, fake, settlements: levers } = provider
  const GATEWAY = `gateway:${name}`
  const settings = { ...testSettings, provider: name }
  const rail = provider.railWith({ feeRates: [200] })
  const rails = new Map<string, Rail>([[name, rail]])
  const app = useApp({ settings, rails, payoutRails: [rail] })
  const { people, query, balance, waitingLine, act, read: readLine } = useDesk(app)
  let maker: Person
  let checker: Person
  beforeAll(() => {
    maker = people.maker
    checker = people.checker
  })

  const productNow = async (): Promise<number> =>
    Number((await query('select extract(epoch from product_now()) * 1000 as ms'))[0].ms)
  /** The provider's clock goes with ours. */
  async function pass(span: string): Promise<void> {
    await app.advance(span)
    levers.setClock(Math.floor((await productNow()) / 1_000))
  }
  async function deliver(): Promise<void> {
    const statuses = await deliverEvents(app, name, provider.takeEvents())
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  }
  const readReports = () => readSettlements({ runInTransaction: app.db.runInTransaction, settings, rails })

  /** Paid at the provider, which has not told us yet. */
  async function paid(): Promise<{ readonly pair: Pair; readonly paymentId: string }> {
    const pair = await agreedGoods(app)
    const { id, checkout_url } = await dueOf(app, pair)
    await app.call('GET', checkout_url)
    const [row] = await query('select provider_order_id from pay_in where id = $1', [id])
    return { pair, paymentId: provider.pay(row.provider_order_id) }
  }
  /** Paid, told and settled; the report is not read yet. */
  async function settledPayment(change: LineChange = {}) {
    const payment = await paid()
    await deliver()
    const settlement = levers.settle()
    levers.changeLine(payment.paymentId, change)
    // as the report now says
    provider.takeEvents()
    levers.tellSettled(settlement.id)
    return { ...payment, ...settlement }
  }
  /** The transfer is known: by the webhook, or by the report where no webhook tells. */
  async function learn(): Promise<void> {
    await deliver()
    if (levers.tells) return
    await pass(LATER)
    await readReports()
  }
  /** A line of the bank's statement, read and booked. */
  const arrive = async (rupees: number, utr: string) =>
    waitingLine({
      dir: 'C',
      rupees,
      narration: `NEFT CR-${utr}-PAYMENTS PRIVATE LIMITED`,
      at: await productNow(),
    })
  const desk = async () => (await app.call('GET', '/api/admin/settlements', { token: maker.token })).body
  const openRows = async (reference: string) =>
    (await desk()).discrepancies.filter(
      (row: { reference: string; closed_at: string | null }) => row.reference === reference && !row.closed_at,
    )
  const close = (who: Person, id: number, verb: 'close' | 'book', note = 'Asked them, ticket 4711') =>
    app.call('POST', `/api/admin/discrepancies/${id}/${verb}`, { token: who.token, body: { note } })
  /** What happened to these balances. */
  async function moved(work: () => Promise<unknown>) {
    const codes = [GATEWAY, 'expense:gateway_fees', 'tax:gst_input', 'suspense'] as const
    const before = await Promise.all(codes.map(balance))
    await work()
    const after = await Promise.all(codes.map(balance))
    const [gateway, fees, tax, suspense] = after.map((paise, n) => paise - (before[n] ?? 0))
    return { gateway, fees, tax, suspense }
  }
  const sound = async () => expect(await app.verify()).toEqual([])

  describe('a payment', () => {
    it('that is paid, settled and at the bank leaves nothing with the provider', async () => {
      const before = await balance(GATEWAY)
      const { id, utr } = await settledPayment()
      await deliver()
      await pass(LATER)
      expect(await moved(readReports)).toEqual(FEE_BOOKED)
      expect(await balance(GATEWAY)).toBe(before - NET)
      await arrive(NET / 100, utr)
      expect(await balance(GATEWAY)).toBe(before)
      const { settlements, reports } = await desk()
      expect(settlements[0]).toMatchObject({
        ...{ provider: name, settlement_id: id, utr, amount_paise: NET, fee_paise: FEE + TAX, lines: 1 },
        bank: expect.stringMatching(/^HDFC ••\d{4}$/),
      })
      expect(reports).toMatchObject([{ provider: name }])
      expect((await desk()).discrepancies).toEqual([])
      await sound()
    })

    it.each([[true], [false]])('and its refund are netted, and we were told of it: %s', async (isTold) => {
      const { pair } = await paid()
      await deliver()
      await app.call('POST', `/api/deals/${pair.formPk}/withdraw`, { token: pair.payer.token, body: {} })
      await app.runJobs()
      // the report may have it before we are told that it is done
      levers.settle()
      if (isTold) levers.endRefunds()
      await deliver()
      await pass(LATER)
      expect(await moved(readReports)).toEqual(FEE_BOOKED)
      expect((await desk()).discrepancies).toEqual([])
      await sound()
    })

    it('that nobody told us of is asked for by its order, and funds its deal', async () => {
      const { pair, paymentId } = await paid()
      provider.takeEvents()
      levers.settle()
      await pass(LATER)
      expect(await moved(readReports)).toEqual({ ...FEE_BOOKED, gateway: FEE + TAX - PRICE })
      const [deal] = await query('select status from deal where id = $1', [pair.formPk])
      expect(deal.status).toBe('funded')
      expect(await openRows(paymentId)).toEqual([])
      await sound()
    })

    it('is booked once, when two processes read at once and the report comes again', async () => {
      await settledPayment()
      await pass(LATER)
      expect(await moved(() => Promise.all([readReports(), readReports(), readReports()]))).toEqual(
        FEE_BOOKED,
      )
      await pass('P3D')
      expect(await moved(readReports)).toEqual(NOTHING)
      await sound()
    })

    it('is not booked while the provider does not answer, and the day is read again', async () => {
      await settledPayment()
      await pass(LATER)
      fake.fail(levers.reportCall, '500_before')
      expect(await moved(() => expect(readReports()).rejects.toThrow('did not say'))).toEqual(NOTHING)
      expect(await moved(readReports)).toEqual(FEE_BOOKED)
    })
  })

  describe('the transfer to the bank', () => {
    it('whose statement is read before anybody told of it waits, and the desk knows it afterwards', async () => {
      const { id, utr } = await settledPayment()
      provider.takeEvents()
      const line = await arrive(NET / 100, utr.toUpperCase())
      await pass(LATER)
      await readReports()
      const { choices } = await readLine(line.id)
      expect(choices).toContainEqual(
        expect.objectContaining({
          kind: 'settlement',
          target: id,
          outcome: 'settlement',
          reasons: ['utr', 'amount'],
        }),
      )
      const decision = { kind: 'settlement', target: id, expected: 'settlement' }
      const wrong = await act(maker, line.id, 'decide', { ...decision, target: 'setl_another' })
      expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['target']])
      const reply = await moved(() => act(maker, line.id, 'decide', decision))
      expect(reply).toEqual({ ...NOTHING, gateway: NET, suspense: -NET })
      expect((await readLine(line.id)).decision).toMatchObject({ outcome: 'settlement', may_undo: false })
      await sound()
    })

    it('is booked for one line of one statement', async () => {
      const { utr } = await settledPayment()
      await learn()
      const first = await moved(() => arrive(NET / 100, utr))
      const second = await moved(() => arrive(NET / 100, utr))
      expect([first, second]).toEqual([
        { ...NOTHING, gateway: NET },
        { ...NOTHING, suspense: NET },
      ])
      await pass(LATER)
      await readReports()
      await sound()
    })

    it.each([-0.01, 0.01])(
      'that comes with %d rupees more is a discrepancy, and the money waits',
      async (off) => {
        const { id, utr } = await settledPayment()
        await learn()
        const came = NET + Math.round(off * 100)
        expect(await moved(() => arrive(came / 100, utr))).toEqual({ ...NOTHING, suspense: came })
        expect(await openRows(id)).toMatchObject([
          { kind: 'settlement', ours_paise: NET, theirs_paise: came, bookable: false },
        ])
        await pass(LATER)
        await readReports()
        await sound()
      },
    )
  })

  describe('a clock of theirs that is ahead', () => {
    it.runIf(levers.tells)(
      'that the webhook and the report tell of differently is a discrepancy',
      async () => {
        const { id, paymentId } = await settledPayment()
        await deliver()
        levers.changeLine(paymentId, { creditPaise: NET - 1 })
        await pass(LATER)
        expect(await moved(readReports)).toEqual(NOTHING)
        expect(await openRows(id)).toMatchObject([{ ours_paise: NET, theirs_paise: NET - 1 }])
        expect(await openRows(paymentId)).toMatchObject([
          { kind: 'amount', ours_paise: NET, theirs_paise: NET - 1 },
        ])
      },
    )

    it('that no statement shows is asked for once a later day was read, and closed when it comes', async () => {
      const { id, utr } = await settledPayment()
      await deliver()
      await pass('P4D')
      await readReports()
      expect(await openRows(id)).toEqual([])
      await waitingLine({ dir: 'C', rupees: 5, narration: 'INTEREST', at: await productNow() })
      await readReports()
      expect(await openRows(id)).toMatchObject([{ kind: 'settlement', ours_paise: NET, theirs_paise: null }])
      await arrive(NET / 100, utr)
      expect(await openRows(id)).toEqual([])
      const { discrepancies } = await desk()
      const row = discrepancies.find(({ reference }: { reference: string }) => reference === id)
      expect(row).toMatchObject({ closed_by: null, booked: false })
    })

    it.runIf(levers.tells)(
      'told with a date of years from now is one of today, and is missed all the same',
      async () => {
        levers.setClock(Math.floor((await productNow()) / 1_000) + 5 * 365 * 86_400)
        const { id } = await settledPayment()
        await deliver()
        const [{ day, today }] = await query(
          `select day, (product_now() at time zone 'Asia/Kolkata')::date as today from settlement where settlement_id = $1`,
          [id],
        )
        expect(day).toBe(today)
        await pass('P4D')
        await waitingLine({ dir: 'C', rupees: 5, narration: 'INTEREST', at: await productNow() })
        await readReports()
        expect(await openRows(id)).toMatchObject([{ kind: 'settlement', theirs_paise: null }])
      },
    )
  })

  describe('what does not agree is one row, and moves nothing until two Admins book it', () => {
    it('a fee of another rate', async () => {
      const { paymentId } = await settledPayment({
        feePaise: 4_720,
        taxPaise: 720,
        creditPaise: PRICE - 4_720,
      })
      await deliver()
      await pass(LATER)
      expect(await moved(readReports)).toEqual(NOTHING)
      const [row] = await openRows(paymentId)
      expect(row).toMatchObject({ kind: 'fee', ours_paise: FEE + TAX, theirs_paise: 4_720, bookable: true })
      const answers: unknown[] = []
      const change = await moved(async () => {
        answers.push(await close(maker, row.id, 'book'))
        answers.push(await close(maker, row.id, 'book'))
      })
      expect([change, answers]).toMatchObject([
        NOTHING,
        [{ status: 200, body: { state: 'proposed' } }, { status: 403 }],
      ])
      const both = () => Promise.all([close(checker, row.id, 'book'), close(checker, row.id, 'book')])
      const replies: { status: number }[] = []
      expect(await moved(async () => replies.push(...(await both())))).toEqual({
        ...{ gateway: 4_720, fees: -4_000, tax: -720, suspense: 0 },
      })
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await openRows(paymentId)).toEqual([])
      await sound()
    })

    it('an adjustment that nobody knows', async () => {
      const { id, paymentId } = await settledPayment()
      levers.addAdjustment(paymentId, { id: 'adj_Fake00000001', debitPaise: 999 })
      provider.takeEvents()
      levers.tellSettled(id)
      await deliver()
      await pass(LATER)
      expect(await moved(readReports)).toEqual(FEE_BOOKED)
      const [row] = await openRows('adj_Fake00000001')
      expect(row).toMatchObject({ kind: 'theirs_only', ours_paise: null, theirs_paise: -999 })
      expect((await close(checker, row.id, 'book')).body).toEqual({ state: 'proposed' })
      expect(await moved(() => close(maker, row.id, 'book'))).toEqual({
        ...NOTHING,
        gateway: 999,
        fees: -999,
      })
      await sound()
    })
  })

  describe('a reading', () => {
    it('finds the adjustment of a dispute that the books know already', async () => {
      const { paymentId } = await paid()
      await deliver()
      const dispute = levers.takeByDispute(paymentId)
      await deliver()
      levers.settle()
      levers.addAdjustment(paymentId, { id: dispute, debitPaise: PRICE, isOfDispute: true })
      await pass(LATER)
      expect(await moved(readReports)).toEqual(FEE_BOOKED)
      const { discrepancies } = await desk()
      expect(discrepancies.filter(({ type }: { type: string }) => type === 'adjustment').length).toBe(1)
    })

    it('asks for a payment that is in no report after three days, and closes it when it comes', async () => {
      const { paymentId } = await settledPayment()
      const putBack = levers.takeLine(paymentId)
      await pass('P3D')
      expect(await moved(readReports)).toEqual(NOTHING)
      expect(await openRows(paymentId)).toEqual([])
      await pass('P2D')
      await readReports()
      await readReports()
      expect(await openRows(paymentId)).toMatchObject([
        { kind: 'ours_only', ours_paise: PRICE, theirs_paise: null },
      ])
      putBack()
      await pass(LATER)
      expect(await moved(readReports)).toEqual(FEE_BOOKED)
      expect(await openRows(paymentId)).toEqual([])
      await sound()
    })

    it('that is the second tells of a line that it has otherwise; the first stands', async () => {
      const { paymentId } = await settledPayment()
      await deliver()
      await pass(LATER)
      expect(await moved(readReports)).toEqual(FEE_BOOKED)
      levers.changeLine(paymentId, { creditPaise: NET - 200, feePaise: FEE + TAX + 200 })
      await pass('P3D')
      expect(await moved(readReports)).toEqual(NOTHING)
      expect(await openRows(paymentId)).toMatchObject([
        { kind: 'amount', ours_paise: NET, theirs_paise: NET - 200 },
      ])
    })

    it('that is the second has a line no more: a row, until a report has it again', async () => {
      const { paymentId } = await settledPayment()
      await deliver()
      await pass(LATER)
      expect(await moved(readReports)).toEqual(FEE_BOOKED)
      const putBack = levers.takeLine(paymentId)
      await pass('P3D')
      expect(await moved(readReports)).toEqual(NOTHING)
      expect(await openRows(paymentId)).toMatchObject([
        { kind: 'ours_only', type: 'payment', ours_paise: NET, theirs_paise: null, bookable: false },
      ])
      putBack()
      await pass(LATER)
      expect(await moved(readReports)).toEqual(NOTHING)
      expect(await openRows(paymentId)).toEqual([])
      await sound()
    })
  })

  describe('a payment that nobody could be asked about', () => {
    const checkout = checkoutOf(rail)
    /** In the report, while the provider does not say whose it is, and told a day later. */
    async function toldLater(change: LineChange = {}) {
      const { paymentId } = await paid()
      const events = provider.takeEvents()
      levers.settle()
      levers.changeLine(paymentId, change)
      provider.takeEvents()
      await pass(LATER)
      const findPayments = vi.spyOn(checkout, 'findPayments').mockResolvedValue({ is: 'done', facts: [] })
      expect(await moved(readReports)).toEqual(NOTHING)
      findPayments.mockRestore()
      const [row] = await openRows(paymentId)
      expect(row).toMatchObject({ kind: 'theirs_only', ours_paise: null })
      return { paymentId, row, tell: () => deliverEvents(app, name, events) }
    }

    it.each([[false], [true]])(
      'has its fee booked once, when we are told of it: closed before: %s',
      async (isClosed) => {
        const { paymentId, row, tell } = await toldLater()
        if (isClosed) await close(maker, row.id, 'close')
        await readReports()
        expect(await openRows(paymentId)).toHaveLength(isClosed ? 0 : 1)
        await tell()
        const both = () => Promise.all([readReports(), readReports()])
        expect(await moved(both)).toEqual(FEE_BOOKED)
        expect(await moved(readReports)).toEqual(NOTHING)
        expect(await openRows(paymentId)).toEqual([])
        await sound()
      },
    )

    it('and whose fee is another is a row of that', async () => {
      const { paymentId, tell } = await toldLater({
        feePaise: 4_720,
        taxPaise: 720,
        creditPaise: PRICE - 4_720,
      })
      await tell()
      expect(await moved(readReports)).toEqual(NOTHING)
      expect(await openRows(paymentId)).toMatchObject([
        { kind: 'fee', ours_paise: FEE + TAX, theirs_paise: 4_720, bookable: true },
      ])
      await sound()
    })
  })

  test('closed with a note, once; what is no cost is not booked; a note is needed', async () => {
    const { paymentId } = await settledPayment({ amountPaise: PRICE + 100, creditPaise: NET + 100 })
    await deliver()
    await pass(LATER)
    await readReports()
    const [row] = await openRows(paymentId)
    expect(row).toMatchObject({ kind: 'amount', bookable: false })
    expect((await close(maker, row.id, 'book')).status).toBe(409)
    expect((await close(maker, row.id, 'close', '  ')).body).toEqual({ note: ['Please fill this in.'] })
    expect((await close(maker, 999_999, 'close')).status).toBe(404)
    expect(await moved(() => close(maker, row.id, 'close'))).toEqual(NOTHING)
    expect((await close(checker, row.id, 'close')).status).toBe(409)
    const { discrepancies } = await desk()
    expect(discrepancies.find(({ id }: { id: number }) => id === row.id)).toMatchObject({
      ...{ note: 'Asked them, ticket 4711', booked: false, closed_by: expect.stringMatching(/\w+ \w+/) },
    })
    const [event] = await query(
      `select count(*)::int as n from audit_event where action = 'discrepancy_closed' and subject_id = $1`,
      [String(row.id)],
    )
    expect(event.n).toBe(1)
  })

  test('the home and the metrics count what is open, but for what the reader has asked to book', async () => {
    const { paymentId } = await settledPayment({ feePaise: 4_720, taxPaise: 720, creditPaise: PRICE - 4_720 })
    await deliver()
    await pass(LATER)
    await readReports()
    const [row] = await openRows(paymentId)
    const countOf = async (who: Person): Promise<number> => {
      const { body } = await app.call('GET', '/api/admin/home', { token: who.token })
      return body.desks.find(({ desk: name }: { desk: string }) => name === 'discrepancies')?.count ?? 0
    }
    const [makers, checkers] = [await countOf(maker), await countOf(checker)]
    expect(makers).toBeGreaterThan(0)
    await close(maker, row.id, 'book')
    expect([await countOf(maker), await countOf(checker)]).toEqual([makers - 1, checkers])
    const metric = DATABASE_METRICS.find(({ name }) => name === 'amanat_discrepancies_open')
    expect(await app.db.runInTransaction((tx) => metric?.read(tx) ?? Promise.reject())).toBe(checkers)
  })

  test('a fee or an arrival that was changed in the database is found', async () => {
    const tamper = async (statement: string) => {
      const client = await app.db.ownerPool.connect()
      try {
        await client.query('begin')
        await client.query('alter table settlement_line disable trigger append_only')
        await client.query('alter table settlement disable trigger moves')
        await client.query(statement)
        return (await client.query('select check_name from verify_settlements()')).rows
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    expect(await tamper('select 1')).toEqual([])
    const fee = `update settlement_line set fee_paise = fee_paise + 1 where entity_id =
    (select split_part(id, ':', 3) from transfer where kind = 'gateway_fee' limit 1)`
    expect(await tamper(fee)).toEqual([{ check_name: 'settlement_fee' }])
    const lost = `delete from settlement_line where entity_id =
    (select split_part(id, ':', 3) from transfer where kind = 'gateway_fee' limit 1)`
    expect(await tamper(lost)).toEqual([{ check_name: 'settlement_fee' }])
    const arrival = `update settlement set amount_paise = amount_paise + 1 where settlement_id =
    (select settlement_id from settlement where position is not null limit 1)`
    expect(await tamper(arrival)).toEqual([{ check_name: 'settlement' }])
  })
})
