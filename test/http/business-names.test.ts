/** Buyers choose a business by its name: none that looks like another comes to stand beside it. */
import { describe, expect, it } from 'vitest'
import { claimOldNames } from '#server/services/account/business-name.ts'
import { useApp } from '#test/support/app.ts'
import { accept, offerShopping, PASSWORD, type Person, person, take } from '#test/support/people.ts'

const app = useApp()
let count = 0

function signUp(business_name: string) {
  count += 1
  const phone = String(9_600_000_000 + count)
  return app.call('POST', '/api/auth/register', {
    body: {
      ...{ phone_number: phone, payment_number: phone, email: `shop${count}@example.com`, business_name },
      ...{ first_name: 'Asha', last_name: 'Rao', user_type: ['Seller'], password: PASSWORD },
    },
  })
}
const rename = (who: Person, business_name: string) =>
  app.call('POST', '/api/account/profile', { token: who.token, body: { business_name } })
const TAKEN = ['Another business has this name or one that looks like it. Add a word, such as your town.']
const OPEN = ['The name stays while a deal is open or an offer waits for you. Finish or decline those first.']

describe('a name', () => {
  it.each([
    ['Acme Ltd', ['Acme Ltd', 'ACME  LTD', 'Αcme Ltd', 'Асme Ltd', 'Acme\u00a0Ltd', 'Acmé Ltd']],
    ['Ram Traders', ['RAM TRADERS', 'Rаm Traders', 'Ｒam Traders']],
    ['राम वस्त्र', ['राम  वस्त्र', 'राम वस्त्\u200dर']],
  ])('%s: nobody opens an account with one that looks like it, or takes it later', async (name, copies) => {
    expect((await signUp(name)).status).toBe(201)
    const other = await person(app, 'Seller')
    for (const copy of copies) {
      const { status, body } = await signUp(copy)
      expect([copy, status, body]).toEqual([copy, 400, { business_name: TAKEN }])
      expect([copy, (await rename(other, copy)).body]).toEqual([copy, { business_name: TAKEN }])
    }
  })

  it('with a joiner that joins nothing is no name', async () => {
    for (const name of ['Ac\u200dme', '\u200dAcme', 'Αcme\u200c', 'राम \u200dवस्त्र'])
      expect([name, (await signUp(name)).body]).toEqual([
        name,
        { business_name: ['This field accept text only.'] },
      ])
    expect((await signUp('क्\u200dष भंडार')).status).toBe(201)
  })

  it('of two at the same moment goes to one', async () => {
    const replies = await Promise.all(
      ['Gold House', 'GOLD HOUSE', 'Gоld House', 'Gold Hоuse'].flatMap((name) => [
        signUp(name),
        signUp(name),
      ]),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)])
  })

  it('is free again once its account has another, or is gone', async () => {
    const first = await person(app, 'Seller', { business_name: 'Blue Pottery' })
    expect((await rename(first, 'Green Pottery')).status).toBe(200)
    const second = await person(app, 'Seller', { business_name: 'Blue Pottery' })
    // its own in other letters
    expect((await rename(second, 'BLUE Pottery')).status).toBe(200)
    await app.call('POST', '/api/account/delete', { token: second.token, body: { password: PASSWORD } })
    expect((await signUp('Blue Pottery')).status).toBe(201)
  })

  it('stays while an offer waits or a deal is open', async () => {
    const pair = await offerShopping(app)
    expect((await rename(pair.payee, 'Red Pottery')).body).toEqual({ business_name: OPEN })
    expect((await rename(pair.payee, pair.payee.business)).status).toBe(200)
    await accept(app, pair)
    expect((await rename(pair.payee, 'Red Pottery')).body).toEqual({ business_name: OPEN })
    await take(app, pair.payee, pair.formPk, 'withdraw')
    expect((await rename(pair.payee, 'Red Pottery')).status).toBe(200)
  })
})

describe('names from before they were compared', () => {
  it('keep standing, and the oldest has the name', async () => {
    const old = await person(app, 'Seller', { business_name: 'Silk Route' })
    const copy = await person(app, 'Seller')
    await app.db.ownerPool.query('delete from business_name_key where user_id = any($1)', [[old.id, copy.id]])
    await app.db.ownerPool.query(`update app_user set business_name = 'SILK route' where id = $1`, [copy.id])
    expect(await claimOldNames(app.db.runInTransaction)).toBe(1)
    expect(await claimOldNames(app.db.runInTransaction)).toBe(1)
    const { rows } = await app.db.ownerPool.query(
      'select distinct user_id::int from business_name_key where user_id = any($1)',
      [[old.id, copy.id]],
    )
    expect(rows).toEqual([{ user_id: old.id }])
    expect((await signUp('Silk Route')).body).toEqual({ business_name: TAKEN })
  })
})
