// The program's own login: raw SQL on its connections cannot become the owner, whatever role it sets.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLogin } from '../../server/db/login.ts'
import { openPool } from '../../server/db/pool.ts'
import { quietLog } from '../../server/log.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { asSuperuser } from '../support/ledger.ts'

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
      await expect(pool.query(text), text).rejects.toThrow(/permission denied|must have/)
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
