/**
 * The program's own login. With `set role` on the owner's connection, injected SQL could `set role none` and become the
 * owner; a login that is a member of the program's role alone has no other role to become.
 */
import { createHmac } from 'node:crypto'
import { DatabaseClient } from './client.ts'
import { APP_ROLE } from './pool.ts'

/** PostgreSQL's limit. */
const MAX_NAME_LENGTH = 63

/** One per database: databases of a server share the program's role, but their owners may have different passwords. */
export const loginName = (ownerUrl: string): string =>
  `${APP_ROLE}_${decodeURIComponent(new URL(ownerUrl).pathname.slice(1))}`.slice(0, MAX_NAME_LENGTH)

/** Every process derives the same password from the owner's; where the owner has none, the login needs none. */
function loginUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  const name = loginName(ownerUrl)
  url.username = encodeURIComponent(name)
  if (url.password)
    url.password = createHmac('sha256', decodeURIComponent(url.password)).update(name).digest('base64url')
  return url.href
}

async function canLogIn(url: string): Promise<boolean> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5_000 })
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

async function createLogin(ownerUrl: string): Promise<void> {
  const client = new DatabaseClient({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const name = client.escapeIdentifier(loginName(ownerUrl))
    const password = decodeURIComponent(new URL(loginUrl(ownerUrl)).password)
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [loginName(ownerUrl)])
    const verb = rowCount ? 'alter' : 'create'
    await client.query(`${verb} role ${name} login ${password ? `password '${password}'` : ''}`)
    await client.query(`grant ${APP_ROLE} to ${name}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** A login that does not own our tables is the program's own already: MIGRATE_URL has the owner's, or nobody here does. */
async function isOwner(url: string): Promise<boolean> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select pg_has_role(current_user, relowner, 'member') as is_owner
         from pg_class where oid = to_regclass('product_clock')`,
    )
    return rows[0]?.is_owner !== false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Null where the owner may not create roles, or the server refuses the login: the owner's connection is used then. */
export async function openLogin(ownerUrl: string): Promise<string | null> {
  if (!(await isOwner(ownerUrl))) return ownerUrl
  const url = loginUrl(ownerUrl)
  if (await canLogIn(url)) return url
  // Another process may have created it at the same moment, so a failure is decided by the second log-in.
  await createLogin(ownerUrl).catch(() => {})
  return (await canLogIn(url)) ? url : null
}
