/** Money on its way out: what holds it, what lets it go again, and who may. Numbers are checked, as with real money. */
import { describe, expect, it, test } from 'vitest'
import { payoutQueue } from '#server/jobs/payouts.ts'
import { testSettings } from '#test/support/app.ts'
import { usePayouts } from '#test/support/payout-desk.ts'
import {
  bankAddressOf,
  bankOf,
  loseTarget,
  notMeToken,
  payoutOf,
  pressNotMe,
  release,
  setTarget,
  upiOf,
  verifiedPair,
} from '#test/support/payout-targets.ts'
import { look, PASSWORD, type Pair, type Person, teammate } from '#test/support/people.ts'
import { NO_ANSWER, paidOut, RecordingRail, refusedOut } from '#test/support/rails.ts'

type Held = { readonly held_because: readonly string[] }

const { app, sender, rail, ordersOf, destinationsOf, statusOf, runAgain, act } = usePayouts()

describe('a release', () => {
  it('waits for a target, then for its cooling, then goes by itself', async () => {
    const pair = await verifiedPair(app, sender, { target: null })
    // the payer is told that it waits and until when, never why: that is the payee's
    const toldTo = async (who: Person) => {
      const { payout_waits, payouts } = await look(app, who, pair.formPk)
      return { payout_waits, reasons: payouts.flatMap(({ held_because }: Held) => held_because) }
    }
    await release(app, pair)
    await app.runJobs()
    const isStuck = { payout_waits: [{ to: 'payee', until: null }] }
    expect(await toldTo(pair.payee)).toEqual({ ...isStuck, reasons: ['no_target'] })
    expect(await toldTo(pair.payer)).toEqual({ ...isStuck, reasons: [] })
    expect((await look(app, pair.payee, pair.formPk)).payouts).toEqual([
      {
        ...{ to: 'payee', purpose: 'release', pay_in_purpose: null, amount_paise: 1_900_000 },
        ...{ status: 'held', held_because: ['no_target'], held_until: null },
      },
    ])
    const { body } = await setTarget(app, pair.payee, bankOf(pair))
    expect((await look(app, pair.payee, pair.formPk)).payouts[0]).toMatchObject({
      held_because: ['cooling'],
      held_until: body.current.usable_from,
    })
    const isCooling = { payout_waits: [{ to: 'payee', until: body.current.usable_from }] }
    expect(await toldTo(pair.payee)).toMatchObject(isCooling)
    expect(await toldTo(pair.payer)).toEqual({ ...isCooling, reasons: [] })
    await app.runJobs()
    expect(await ordersOf(pair)).toEqual([])
    await app.advance('PT25H')
    await app.runJobs()
    expect(await destinationsOf(pair)).toEqual([bankAddressOf(pair)])
    expect(await statusOf(pair)).toBe('paid')
    expect((await toldTo(pair.payee)).payout_waits).toBeUndefined()
    expect(await app.verify()).toEqual([])
  })

  it('goes as soon as its cooling has ended where the job has just found others, and else when the job looks again', async () => {
    const rails = new Map([['sandbox', new RecordingRail()]])
    const queue = payoutQueue(
      { runInTransaction: app.db.runInTransaction, settings: testSettings, rails },
      3_600_000,
    )
    const claimAfterCooling = async (): Promise<string> => {
      const pair = await verifiedPair(app, sender, { target: null })
      await release(app, pair)
      await setTarget(app, pair.payee, bankOf(pair))
      await app.advance('PT25H')
      await queue.claim(1)
      return statusOf(pair)
    }
    for (let n = 0; n < 2; n++) expect(await claimAfterCooling()).not.toBe('held')
    await queue.claim(1)
    expect(await claimAfterCooling()).toBe('held')
  })

  it('goes to the copy that was made then, also when the target is changed before it is sent', async () => {
    const pair = await verifiedPair(app, sender)
    await release(app, pair)
    await setTarget(app, pair.payee, bankOf(pair))
    await app.runJobs()
    expect(await destinationsOf(pair)).toEqual([upiOf(pair).upi_id])
  })

  it('shows the payer the name that the bank has', async () => {
    const pair = await verifiedPair(app, sender)
    await release(app, pair)
    expect((await look(app, pair.payer, pair.formPk)).parties.payee.verified_name).toBe('ASHA RAO')
  })

  it('never goes to a number, and a target in another name waits for the team', async () => {
    const pair = await verifiedPair(app, sender, {
      target: { upi_id: 'other@bank', name_confirmed: true },
    })
    await release(app, pair)
    await app.runJobs()
    const { id, held_because } = await payoutOf(app, pair)
    expect([held_because, await ordersOf(pair)]).toEqual([['target_unverified'], []])
    const mediator = await teammate(app, 'Mediator')
    expect((await act(`payouts/${id}/release-hold`, mediator)).status).toBe(403)
    expect((await act(`payouts/${id}/release-hold`, pair.payee)).status).toBe(403)
    expect((await act(`payouts/${id}/release-hold`)).body).toEqual({ id, status: 'queued' })
    await app.runJobs()
    expect(await destinationsOf(pair)).toEqual(['other@bank'])
    expect((await act(`payouts/${id}/release-hold`)).status).toBe(409)
  })
})

test('its owner is told that it waits, and what for; where it goes at once nobody is', async () => {
  const mailsTo = async ({ id }: Person) => {
    const { rows } = await app.db.ownerPool.query(
      `select content from email where user_id = $1 and key like 'payout:%:waits%'`,
      [id],
    )
    return rows.map(({ content }) => content)
  }
  const pair = await verifiedPair(app, sender, { target: null })
  await release(app, pair)
  expect(await mailsTo(pair.payee)).toMatchObject([
    {
      ...{ headline: '₹19,000 is yours and waits to be sent.', link: `${testSettings.publicUrl}/account` },
      body: ['Add where your money goes, and it is sent.'],
    },
  ])
  expect(await mailsTo(pair.payer)).toEqual([])

  const cooling = await verifiedPair(app, sender, { target: null })
  await setTarget(app, cooling.payee, bankOf(cooling))
  await release(app, cooling)
  expect((await mailsTo(cooling.payee))[0].body).toEqual([
    expect.stringMatching(/^Where the money goes is new\. It is sent after \d+ \w{3} 20\d\d, /),
  ])

  const other = await verifiedPair(app, sender)
  await release(app, other)
  expect(await mailsTo(other.payee)).toEqual([])
})

describe('a thief with a stolen session', () => {
  it('changes nothing without the password', async () => {
    const pair = await verifiedPair(app, sender)
    const url = '/api/account/payout-target'
    const { status, body } = await app.call('POST', url, {
      token: pair.payee.token,
      body: { kind: 'upi', upi_id: 'thief@bank' },
    })
    expect([status, Object.keys(body)]).toEqual([400, ['password']])
    const number = await app.call('POST', '/api/account/profile', {
      token: pair.payee.token,
      body: { payment_number: '9111100000' },
    })
    expect([number.status, Object.keys(number.body)]).toEqual([400, ['password']])
    await release(app, pair)
    await app.runJobs()
    expect(await destinationsOf(pair)).toEqual([upiOf(pair).upi_id])
  })

  it('and with the password gets nothing either: the owner stops it by mail, and the team lets the owner be paid', async () => {
    const pair = await verifiedPair(app, sender)
    await setTarget(app, pair.payee, { ...upiOf(pair), upi_id: 'thief@bank' })
    const token = await notMeToken(app, pair.payee)
    await release(app, pair)
    expect(await payoutOf(app, pair)).toMatchObject({ status: 'held', held_because: ['cooling'] })
    const tokens = (await app.call('GET', `/api/sandbox/mail?search=${pair.payee.email}`)).body.flatMap(
      ({ text }: { text: string }) => /\/link#not_me\.([\w-]{43})/.exec(text)?.[1] ?? [],
    )
    expect(tokens).toContain(token)
    const mediator = await teammate(app, 'Mediator')
    expect((await pressNotMe(app, tokens[0])).status).toBe(200)
    const notices = await app.db.ownerPool.query(
      `select user_id::int as id, title from notification where key like 'payouts-frozen:%'`,
    )
    expect(notices.rows).toContainEqual({ id: pair.payee.id, title: 'Your payouts are stopped' })
    expect(notices.rows).toContainEqual({
      id: mediator.id,
      title: expect.stringMatching(/ has pressed "this was not me"/),
    })
    await app.advance('P4D')
    await app.runJobs()
    expect([await statusOf(pair), await ordersOf(pair)]).toEqual(['held', []])

    const { body } = await app.call('POST', '/api/auth/login', {
      body: { phone_number: pair.payee.phone, password: PASSWORD },
    })
    await setTarget(app, body, bankOf(pair))
    expect((await act(`users/${pair.payee.id}/payouts/unfreeze`)).status).toBe(204)
    expect((await act(`users/${pair.payee.id}/payouts/unfreeze`)).status).toBe(409)
    await app.advance('PT25H')
    await app.runJobs()
    expect(await destinationsOf(pair)).toEqual([bankAddressOf(pair)])
    expect(await app.verify()).toEqual([])
  })

  it('"not me" also stops what is queued already', async () => {
    const pair = await verifiedPair(app, sender)
    await release(app, pair)
    expect(await statusOf(pair)).toBe('queued')
    // read here: the mailbox of the tests runs the jobs
    const mails = (await app.call('GET', `/api/sandbox/mail?search=${pair.payee.email}`)).body
    const token = mails
      .map(({ text }: { text: string }) => /not_me\.([\w-]{43})/.exec(text)?.[1])
      .find(Boolean)
    expect((await pressNotMe(app, token)).status).toBe(200)
    await app.runJobs()
    expect([await statusOf(pair), await ordersOf(pair)]).toEqual(['held', []])
  })
})

describe('a target that was taken out since', () => {
  const loginAgain = async ({ payee }: Pair) =>
    (
      await app.call('POST', '/api/auth/login', {
        body: { phone_number: payee.phone, password: PASSWORD },
      })
    ).body

  it('is not tried again after "not me": what had failed goes to the team, then to the owner', async () => {
    const pair = await verifiedPair(app, sender)
    const token = await notMeToken(app, pair.payee)
    await release(app, pair)
    rail.result = refusedOut('the bank is away', 'later')
    await app.runJobs()
    expect([await statusOf(pair), (await ordersOf(pair)).length]).toEqual(['failed', 1])
    expect((await pressNotMe(app, token)).status).toBe(200)
    await setTarget(app, await loginAgain(pair), bankOf(pair))
    expect((await act(`users/${pair.payee.id}/payouts/unfreeze`)).status).toBe(204)
    rail.result = undefined
    await runAgain(pair)
    expect([await statusOf(pair), (await ordersOf(pair)).length]).toEqual(['review', 1])
    const { id } = await payoutOf(app, pair)
    expect((await act(`payouts/${id}/resend`)).body).toEqual({ id, status: 'held' })
    await app.advance('P4D')
    await app.runJobs()
    expect((await destinationsOf(pair)).slice(1)).toEqual([bankAddressOf(pair)])
    expect(await app.verify()).toEqual([])
  })

  it('leaves what may have been sent to be asked about: a freeze stops money, not the question', async () => {
    const pair = await verifiedPair(app, sender)
    const token = await notMeToken(app, pair.payee)
    await release(app, pair)
    rail.result = NO_ANSWER
    await app.runJobs()
    expect((await pressNotMe(app, token)).status).toBe(200)
    const [order] = await ordersOf(pair)
    rail.found = paidOut(order?.key ?? '')
    await runAgain(pair)
    rail.found = NO_ANSWER
    expect([await statusOf(pair), (await ordersOf(pair)).length]).toEqual(['paid', 1])
    expect(await app.verify()).toEqual([])
  })

  it('gets nothing that was queued for it either', async () => {
    const pair = await verifiedPair(app, sender)
    await release(app, pair)
    expect(await statusOf(pair)).toBe('queued')
    await loseTarget(app, pair.payee)
    await setTarget(app, pair.payee, bankOf(pair))
    await app.advance('P4D')
    await app.runJobs()
    await app.runJobs()
    expect(await destinationsOf(pair)).toEqual([bankAddressOf(pair)])
    expect(await app.verify()).toEqual([])
  })
})

describe('what looks wrong waits for the team', () => {
  test('much money for a new payee; and the parties are not told the limit', async () => {
    const pair = await verifiedPair(app, sender, { amount: 40_000 })
    await release(app, pair)
    const { id, held_because } = await payoutOf(app, pair)
    expect(held_because).toEqual(['velocity'])
    expect((await look(app, pair.payee, pair.formPk)).payouts[0]?.held_because).toEqual(['team_check'])
    await act(`payouts/${id}/release-hold`)
    await app.runJobs()
    expect(await statusOf(pair)).toBe('paid')
  })

  test('a deal with oneself: payer and payee share a target, or the payer pays from it', async () => {
    const pair = await verifiedPair(app, sender)
    await setTarget(app, pair.payer, upiOf(pair))
    await release(app, pair)
    expect((await payoutOf(app, pair)).held_because).toContain('self_deal')

    const other = await verifiedPair(app, sender, { target: null })
    await setTarget(app, other.payee, { ...upiOf(other), upi_id: `u${other.payer.id}@sandbox` })
    await release(app, other)
    expect((await payoutOf(app, other)).held_because).toContain('self_deal')
  })
})

describe('what was released for a target', () => {
  it('is not redirected by a target that is set while the owner’s own still cools', async () => {
    const pair = await verifiedPair(app, sender, { target: null })
    await release(app, pair)
    await setTarget(app, pair.payee, bankOf(pair))
    expect((await payoutOf(app, pair)).held_because).toEqual(['cooling'])
    await setTarget(app, pair.payee, { ...upiOf(pair), upi_id: 'later@bank' })
    await app.advance('PT25H')
    await app.runJobs()
    expect(await destinationsOf(pair)).toEqual([bankAddressOf(pair)])
  })
})
