/**
 * The first data of a database: the first Admin when the operator names one, and in the sandbox the demo. One
 * transaction, so that an interrupted start leaves nothing behind and two processes do not both seed.
 */
import type { RunInTransaction } from '#server/db/transaction.ts'
import { hashPassword, isPassword } from '#server/lib/passwords.ts'
import { newDemoPassword } from '#server/lib/tokens.ts'
import type { Rail } from '#server/rails/rail.ts'
import { lockUser } from '#server/repositories/account.ts'
import { insertCoupon } from '#server/repositories/coupons.ts'
import { hasAdmin, hasUsers, listUsersByEmail, lockSeeding } from '#server/repositories/demo.ts'
import { deleteSessionsOf } from '#server/repositories/sessions.ts'
import { insertUser, setPassword, type UserRow } from '#server/repositories/users.ts'
import { type AppSettings, type Ctx, isTeam, sessionUser } from '#server/services/context.ts'
import { DEMO_DEALS, type DemoDeal } from './deals.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoRole } from './people.ts'
import { playDeal } from './play.ts'

interface FirstAdmin {
  readonly phone: string
  readonly email: string
  readonly password: string
}

export interface SeedOptions {
  readonly runInTransaction: RunInTransaction
  readonly rails: ReadonlyMap<string, Rail>
  readonly settings: AppSettings
  readonly config: {
    readonly admin: FirstAdmin | undefined
    readonly demo: boolean | undefined
    /** Undefined with the sandbox alone. */
    readonly realRail: string | undefined
    readonly isProduction: boolean
    /** Nobody but this machine reaches the server. */
    readonly isLoopback: boolean
  }
}
type DemoUsers = Record<DemoRole, UserRow>

/** Answers the lines to print at the start: the demo's log-ins while they exist. */
export async function seed({ runInTransaction, settings, rails, config }: SeedOptions): Promise<string> {
  const demoHash = await hashPassword(DEMO_PASSWORD)
  const adminHash = config.admin ? await hashPassword(config.admin.password) : ''
  const users = await runInTransaction(async (tx, now) => {
    await lockSeeding(tx)
    const isEmpty = !(await hasUsers(tx))
    if (config.admin) await createFirstAdmin({ tx, now, settings }, config.admin, adminHash)
    // in production nobody gets accounts that they have not asked for
    const wantsDemo = !config.realRail && (config.demo ?? (isEmpty && !config.isProduction))
    // the demo's people are made as they are: no code and no payout target is asked of them
    if (wantsDemo && isEmpty)
      await createDemo({ tx, now, settings: { ...settings, verification: 'off' } }, rails, demoHash)
    return listUsersByEmail(
      tx,
      Object.values(DEMO_PEOPLE).map(({ email }) => email),
    )
  })
  const lines: string[] = []
  for (const user of users) lines.push(loginLine(user, await passwordOf(user, { runInTransaction, config })))
  return lines.length === 0 ? '' : `Demo log-ins\n${lines.join('\n')}\n`
}

const loginLine = (user: UserRow, password: string | null): string =>
  `  ${user.user_type.padEnd(17)} ${user.phone_number}   ${user.first_name.padEnd(6)} ${password ?? '(not the published password)'}`

/**
 * What opens a demo account; null when it was changed before. The published password would let anybody in: where others
 * reach the server, the team's accounts get random ones, and in production every account does.
 */
async function passwordOf(
  user: UserRow,
  { runInTransaction, config }: Pick<SeedOptions, 'runInTransaction' | 'config'>,
): Promise<string | null> {
  if (!(await isPassword(user.password_hash, DEMO_PASSWORD))) return null
  const isOpen = config.isProduction || (!config.isLoopback && isTeam(sessionUser(user)))
  if (!isOpen) return DEMO_PASSWORD
  const password = newDemoPassword()
  const password_hash = await hashPassword(password)
  const isChanged = await runInTransaction(async (tx) => {
    const current = await lockUser(tx, user.id)
    // another process that starts at the same moment has changed it, and prints it
    if (current?.password_hash !== user.password_hash) return false
    await setPassword(tx, user.id, password_hash)
    await deleteSessionsOf(tx, user.id)
    return true
  })
  return isChanged ? password : null
}

/** Their numbers are the operator's own, or the demo's: no code could reach them. */
const verifiedAt = ({ now }: Ctx) => ({
  phone_verified_at: new Date(now),
  email_verified_at: new Date(now),
})

async function createFirstAdmin(ctx: Ctx, admin: FirstAdmin, password_hash: string): Promise<void> {
  if (await hasAdmin(ctx.tx)) return
  await insertUser(ctx.tx, {
    first_name: 'Admin',
    last_name: 'Team',
    phone_number: admin.phone,
    email: admin.email,
    password_hash,
    user_type: 'Admin',
    payment_number: null,
    business_name: null,
    ...verifiedAt(ctx),
  })
}

async function createDemo(ctx: Ctx, rails: DemoCast['rails'], password_hash: string): Promise<void> {
  const users = {} as DemoUsers
  for (const [role, person] of Object.entries(DEMO_PEOPLE)) {
    const user = await insertUser(ctx.tx, { ...person, password_hash, ...verifiedAt(ctx) })
    if (!user) throw new Error('the demo needs an empty database')
    users[role as DemoRole] = user
  }
  for (const code of ['WELCOME30', 'FIRST20'])
    await insertCoupon(ctx.tx, { code, created_by: users.admin.id })
  for (const deal of DEMO_DEALS) await createDemoDeal(ctx, { users, rails }, deal)
}

async function createDemoDeal(ctx: Ctx, { users, rails }: DemoCast, deal: DemoDeal): Promise<void> {
  const isShopping = deal.track === 'shopping'
  await playDeal(
    ctx,
    {
      payer: isShopping ? users.buyer : users.client,
      payee: isShopping ? users.seller : users.freelancer,
      team: users.mediator,
      rails,
    },
    deal,
  )
}

interface DemoCast {
  readonly users: DemoUsers
  readonly rails: ReadonlyMap<string, Rail>
}
