// The program's own login: raw SQL on its connections cannot become the owner, whatever role it sets.
import { readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loginName, openLogin } from '#server/db/login.ts'
import { openPool } from '#server/db/pool.ts'
import { quietLog } from '#server/log.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { asSuperuser } from '#test/support/ledger.ts'

let db: FreshDatabase
let pool: pg.Pool
beforeAll(async () => {
  db = await freshDatabase()
  pool = openPool({ url: (await openLogin(db.url)) ?? '', log: quietLog, max: 2 })
})
afterAll(async () => {
  await pool.end()
  await db.drop()
})

const THEFT = `insert into ledger_account (code, floor, balance) values ('payable:1', 0, 1)`

describe('the login', () => {
  it('works as the program’s role', async () => {
    const { rows } = await pool.query('select current_user::text as role, balance_of($1) as balance', [
      'suspense',
    ])
    expect(rows).toEqual([{ role: 'amanat_app', balance: 0 }])
  })

  it.each(['set role none', 'reset role', 'set role to default', 'select 1'])(
    'is not the owner after: %s',
    async (text) => {
      const client = await pool.connect()
      try {
        await client.query(text)
        await expect(client.query(THEFT)).rejects.toThrow(/permission denied/)
      } finally {
        client.release(true)
      }
    },
  )

  it('cannot take the owner’s role, or make itself more', async () => {
    const owner = new URL(db.url).username
    for (const text of [
      `set role ${owner}`,
      `set session authorization ${owner}`,
      `grant ${owner} to current_user`,
      'alter role current_user createrole',
    ])
      await expect(pool.query(text), text).rejects.toThrow(/permission denied|must (be|have)/)
  })

  it('is found again by the next process, and by two that start at once', async () => {
    const urls = await Promise.all([openLogin(db.url), openLogin(db.url)])
    expect(new Set(urls).size).toBe(1)
    expect(urls[0]).not.toBeNull()
  })

  it('is left out where the owner may not make roles', async () => {
    await asSuperuser(db, (client) => client.query('create role poor_owner login'))
    const poor = new URL(db.url)
    poor.username = 'poor_owner'
    poor.pathname = '/postgres'
    try {
      expect(await openLogin(poor.href)).toBeNull()
    } finally {
      await asSuperuser(db, (client) => client.query('drop role poor_owner'))
    }
  })
})

/** Whether the server lets this one in. */
async function isLetIn(url: string | null): Promise<boolean> {
  const client = new pg.Client({ connectionString: url ?? '' })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

function withPassword(url: string, password: string): string {
  const changed = new URL(url)
  changed.password = encodeURIComponent(password)
  return changed.href
}

describe('where the server asks for passwords', () => {
  let guarded: FreshDatabase
  let rules: { path: string; before: string }
  const reload = () => asSuperuser(guarded, (client) => client.query('select pg_reload_conf()'))

  /** The tests' own server asks nobody for a password: from here on it asks this one login. */
  beforeAll(async () => {
    guarded = await freshDatabase()
    const { rows } = await asSuperuser(guarded, (client) => client.query('show hba_file'))
    const path = rows[0].hba_file
    rules = { path, before: readFileSync(path, 'utf8') }
    const whom = `${new URL(guarded.url).pathname.slice(1)} ${loginName(guarded.url)}`
    const asks = `local ${whom} scram-sha-256\nhost ${whom} all scram-sha-256\n`
    writeFileSync(path, asks + rules.before)
    await openLogin(guarded.url)
    await reload()
    const open = new URL(guarded.url)
    open.username = loginName(guarded.url)
    await vi.waitFor(async () => expect(await isLetIn(open.href)).toBe(false), 10_000)
  })
  afterAll(async () => {
    writeFileSync(rules.path, rules.before)
    await reload()
    await guarded.drop()
  })

  it('has a password made of the owner’s, and no other opens it', async () => {
    const url = (await openLogin(withPassword(guarded.url, 'of the owner: 1/2'))) ?? ''
    expect(await isLetIn(url)).toBe(true)
    expect(await openLogin(withPassword(guarded.url, 'of the owner: 1/2'))).toBe(url)
    for (const other of ['', 'of the owner: 1/2', 'another'])
      expect(await isLetIn(withPassword(url, other)), other).toBe(false)
  })

  it('has a new one when the owner’s is changed', async () => {
    const before = await openLogin(withPassword(guarded.url, 'first'))
    const after = await openLogin(withPassword(guarded.url, 'second'))
    expect([await isLetIn(before), await isLetIn(after)]).toEqual([false, true])
  })

  it('is left out where the owner has none to make one of', async () => {
    expect(await openLogin(guarded.url)).toBeNull()
  })
})
