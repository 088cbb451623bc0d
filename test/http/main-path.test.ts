/** One whole deal of each track over HTTP, to the paisa. */
import { describe, expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { useApp } from '#test/support/app.ts'
import { accept, bringTo, look, offerServices, offerShopping, pay, take } from '#test/support/people.ts'

const app = useApp()

const conserved = (money: Deal['money']) =>
  money.held_paise + money.payee_paise + money.payer_paise + money.commission_paise + money.dispute_fees_paise

describe('a purchase', () => {
  it('goes from link to release', async () => {
    const pair = await offerShopping(app)
    const { formPk, payer, payee } = pair
    expect((await look(app, payee, formPk)).actions.map((item) => item.name)).toEqual(['accept', 'decline'])
    const agreed = await accept(app, pair)
    expect(agreed.status).toBe('agreed')
    expect(agreed.whose_move).toEqual(['payer'])
    await pay(app, payer, formPk)
    const funded = await look(app, payer, formPk)
    expect(funded.status).toBe('funded')
    expect(funded.money.held_paise).toBe(150_000)
    const sent = await take(app, payee, formPk, 'ship', {
      courier: 'delhivery',
      tracking_number: '12345678901',
    })
    expect(sent.status).toBe('in_delivery')
    expect((await take(app, payer, formPk, 'confirm_receipt')).due_event).toBe('complaintWindow')
    const released = await take(app, payer, formPk, 'release')
    expect(released.status).toBe('released')
    expect(released.money).toMatchObject({
      held_paise: 0,
      payee_paise: 150_000,
      payer_paise: 0,
      commission_paise: 0,
    })
    expect(conserved(released.money)).toBe(150_000)
    await app.runJobs()
    expect((await look(app, payee, formPk)).payouts).toEqual([
      {
        ...{ to: 'payee', purpose: 'release', pay_in_purpose: null, amount_paise: 150_000, status: 'paid' },
        ...{ held_because: [], held_until: null },
      },
    ])
    expect(await app.verify()).toEqual([])
  })
})

describe('a piece of work', () => {
  it('goes from link to automatic release, less commission', async () => {
    const pair = await offerServices(app)
    await bringTo(app, pair, 'delivered')
    await app.advance('PT23H59M')
    expect((await look(app, pair.payer, pair.formPk)).status).toBe('delivered')
    await app.advance('PT2M')
    const done = await look(app, pair.payee, pair.formPk)
    expect(done.status).toBe('released')
    expect(done.money).toMatchObject({ payee_paise: 1_900_000, commission_paise: 100_000, held_paise: 0 })
    expect(done.events.map((event) => event.name)).toEqual([
      'create',
      'accept',
      'fund',
      'start',
      'deliver',
      'complaintWindow',
    ])
    expect(await app.verify()).toEqual([])
  })
})
