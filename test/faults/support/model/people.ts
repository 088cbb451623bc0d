/** Who makes the model's deals: one pair for each track, the team, and a stranger; new ones for each seed. */

import type { Track } from '#core/ids.ts'
import type { UserType } from '#core/roles.ts'
import type { SessionUser } from '#server/services/context.ts'
import type { FreshDatabase } from '#test/support/database.ts'
import type { By } from './deal.ts'

export type Person = SessionUser
export type ModelPeople = Readonly<Record<Track, Readonly<Record<By | 'stranger', Person>>>>

let count = 0

async function person(db: FreshDatabase, userType: UserType): Promise<Person> {
  count += 1
  const phoneNumber = String(7_000_000_000 + count)
  const email = `model${count}@example.com`
  const businessName = userType === 'Seller' ? 'Model Shop' : null
  const { rows } = await db.ownerPool.query(
    `insert into app_user (first_name, last_name, email, phone_number, payment_number, business_name, user_type, password_hash)
     values ('Asha', 'Rao', $1, $2, $2, $3, $4, '') returning id`,
    [email, phoneNumber, businessName, userType],
  )
  const names = {
    firstName: 'Asha',
    lastName: 'Rao',
    locale: 'en',
    isPhoneVerified: false,
    isEmailVerified: false,
    hasSecondFactor: false,
    isBlocked: false,
  } as const
  const roles = [userType]
  return {
    ...{ id: rows[0].id, userType, roles, email, phoneNumber },
    ...{ paymentNumber: phoneNumber, businessName, ...names },
  }
}

export async function newModelPeople(db: FreshDatabase): Promise<ModelPeople> {
  const [team, stranger] = [await person(db, 'Mediator'), await person(db, 'Client')]
  return {
    shopping: { payer: await person(db, 'Buyer'), payee: await person(db, 'Seller'), team, stranger },
    services: {
      payer: await person(db, 'Client'),
      payee: await person(db, 'Service_Provider'),
      team,
      stranger,
    },
  }
}

/** Coupons by code; their last two figures make 3 % and nothing of the 5 %. */
export const COUPONS = [
  { code: 'SAVE30', commission: 300 },
  { code: 'FREE00', commission: 0 },
] as const

export async function couponIds(db: FreshDatabase): Promise<string[]> {
  for (const { code } of COUPONS)
    await db.ownerPool.query('insert into coupon (code) values ($1) on conflict do nothing', [code])
  const { rows } = await db.ownerPool.query('select id from coupon order by code desc')
  return rows.map(({ id }) => String(id))
}
