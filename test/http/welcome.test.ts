/** The first screen of a share link: what is told before anybody has signed in, and where a short link leads. */
import { describe, expect, it } from 'vitest'
import { maskedName } from '#server/services/deals/welcome.ts'
import { useApp } from '#test/support/app.ts'
import { accept, offerServices, offerShopping, take } from '#test/support/people.ts'

const app = useApp()
const ask = async (formPk: string) => app.call('GET', `/api/welcome?form_pk=${encodeURIComponent(formPk)}`)
const UNKNOWN = 'A'.repeat(24)
const NOTHING = { open: false }

describe('the welcome of an open offer', () => {
  it.each([
    ['shopping', offerShopping],
    ['services', offerServices],
  ] as const)('of %s says who asks and which number it is for, and no more', async (track, offer) => {
    const pair = await offer(app)
    const { body: terms } = await app.call('GET', `/api/transactions/${track}/?form_pk=${pair.formPk}`, {
      token: pair.creator.token,
    })
    const { status, body, headers } = await ask(pair.formPk)
    expect(status).toBe(200)
    expect(body).toEqual({
      open: true,
      track,
      from: `${terms.main_user_fname} ${terms.main_user_lname[0]}.`,
      phone_ends: pair.counterparty.phone.slice(-2),
    })
    expect(headers['cache-control']).toBe('no-store')
  })
  it.each([
    ['Asha', 'Patil', 'Asha P.'],
    ['मीरा', 'शर्मा', 'मीरा श.'],
    ['मीरा', 'किशोर', 'मीरा कि.'],
    ['Asha', '', 'Asha'],
  ])('of %s %s names %s', (first, last, shown) => {
    expect(maskedName(first, last)).toBe(shown)
  })
})

describe('a link of which nothing is told', () => {
  it('has one answer, whatever the reason', async () => {
    const [withdrawn, declined, agreed, late] = [
      await offerShopping(app),
      await offerShopping(app),
      await offerShopping(app),
      await offerShopping(app),
    ]
    await take(app, withdrawn.payer, withdrawn.formPk, 'withdraw', {})
    await take(app, declined.payee, declined.formPk, 'decline', {})
    await accept(app, agreed)
    await app.db.runInTransaction((tx, now) =>
      tx
        .updateTable('deal')
        .set({ due_at: new Date(now) })
        .where('id', '=', late.formPk)
        .execute(),
    )
    const links = [withdrawn, declined, agreed, late].map(({ formPk }) => formPk)
    for (const formPk of [UNKNOWN, 'x', '../admin', ...links])
      expect([(await ask(formPk)).status, (await ask(formPk)).body], formPk).toEqual([200, NOTHING])
  })
  it('has the same page and the same refusals as any other', async () => {
    const { formPk } = await offerShopping(app)
    for (const pk of [formPk, UNKNOWN]) {
      const reply = await app.call('GET', `/api/transactions/shopping/?form_pk=${pk}`)
      expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated'])
    }
  })
})

describe('a short link', () => {
  const open = (path: string) => app.call('GET', path)
  it('leads to the share link of its track', async () => {
    const goods = await offerShopping(app)
    const work = await offerServices(app)
    for (const [{ formPk }, track] of [
      [goods, 'shopping'],
      [work, 'services'],
    ] as const)
      for (const path of [`/d/${formPk}`, `/d/${formPk}/`]) {
        const reply = await open(path)
        const { location } = reply.headers
        expect([reply.status, location]).toEqual([302, `/api/transactions/${track}/?form_pk=${formPk}`])
        expect(reply.headers['x-robots-tag']).toBe('noindex')
      }
  })
  it('of nobody leads to the page that tells nothing, on this site', async () => {
    for (const formPk of [UNKNOWN, 'x', '%2F%2Fevil.example', 'a%26track%3Dservices'])
      expect((await open(`/d/${formPk}`)).headers.location).toBe(
        `/api/transactions/shopping/?form_pk=${formPk}`,
      )
  })
})
