/** The demo's users: one of each role, all fictitious, all with one password. */
import type { UserType } from '#core/roles.ts'

export const DEMO_PASSWORD = 'Amanat@2026'

interface DemoPerson {
  readonly user_type: UserType
  readonly first_name: string
  readonly last_name: string
  readonly phone_number: string
  readonly email: string
  readonly payment_number: string | null
  readonly business_name: string | null
}

const person = (
  user_type: UserType,
  [first_name, last_name]: [string, string],
  phone_number: string,
  business_name: string | null = null,
): DemoPerson => ({
  user_type,
  first_name,
  last_name,
  phone_number,
  email: `${first_name.toLowerCase()}@demo.example`,
  payment_number: user_type === 'Seller' || user_type === 'Service_Provider' ? phone_number : null,
  business_name,
})

export const DEMO_PEOPLE = {
  buyer: person('Buyer', ['Asha', 'Patil'], '9000000001'),
  seller: person('Seller', ['Ravi', 'Shah'], '9000000002', 'Ravi Traders'),
  freelancer: person('Service_Provider', ['Meera', 'Nair'], '9000000003'),
  client: person('Client', ['Arjun', 'Singh'], '9000000004'),
  mediator: person('Mediator', ['Farah', 'Khan'], '9000000005'),
  admin: person('Admin', ['Dev', 'Rao'], '9000000006'),
} as const
export type DemoRole = keyof typeof DEMO_PEOPLE
