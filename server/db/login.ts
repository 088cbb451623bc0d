// The program's own login. Acting as the program's role on the owner's connection, raw SQL could `set role none` and be
// the owner; from a login that is a member of the program's role alone there is nowhere to go.
import { createHmac } from 'node:crypto'
import pg from 'pg'
import { APP_ROLE } from './pool.ts'

/** PostgreSQL's longest name. */
const LONGEST = 63

/** One for each database: those of a server share the program's role, and may have owners who share no password. */
export const loginName = (ownerUrl: string): string =>
  `${APP_ROLE}_${decodeURIComponent(new URL(ownerUrl).pathname.slice(1))}`.slice(0, LONGEST)

/** Every process makes the same password out of the owner's; where he has none, a login needs none either. */
function loginUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  const name = loginName(ownerUrl)
  url.username = encodeURIComponent(name)
  if (url.password)
    url.password = createHmac('sha256', decodeURIComponent(url.password)).update(name).digest('base64url')
  return url.href
}

async function opens(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select pg_has_role(current_user, '${APP_ROLE}', 'member') as may`)
    return rows[0]?.may === true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function make(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const name = client.escapeIdentifier(loginName(ownerUrl))
    const password = decodeURIComponent(new URL(loginUrl(ownerUrl)).password)
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [loginName(ownerUrl)])
    const how = rowCount ? 'alter' : 'create'
    await client.query(`${how} role ${name} login ${password ? `password '${password}'` : ''}`)
    await client.query(`grant ${APP_ROLE} to ${name}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Null where the owner may not make roles, or the server does not let this one in: then his own connection serves. */
export async function openLogin(ownerUrl: string): Promise<string | null> {
  const url = loginUrl(ownerUrl)
  if (await opens(url)) return url
  // another process may have just made it
  await make(ownerUrl).catch(() => {})
  return (await opens(url)) ? url : null
}
