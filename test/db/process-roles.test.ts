// ROLE: a process for pages and calls leaves background work alone; one for jobs does it, and answers probes only.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { fund, newDealId, postAlone } from '#test/support/ledger.ts'
import { startServer } from '#test/support/server-process.ts'

let db: FreshDatabase
let dataDir: string
beforeAll(async () => {
  db = await freshDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'amanat-roles-'))
})
afterAll(async () => {
  await db.drop()
  rmSync(dataDir, { recursive: true })
})

async function sealedBlocks(): Promise<number> {
  const { rows } = await db.pool.query('select count(*)::int as blocks from seal_block')
  return rows[0]?.blocks
}

const start = (ROLE: string) => startServer({ ROLE, DATABASE_URL: db.url, DATA_DIR: dataDir })

test('what a web process leaves, a process for jobs does', async () => {
  await postAlone(db, fund(newDealId(), 150_000))
  const before = await sealedBlocks()

  const web = await start('web')
  expect((await fetch(`${web.at}/api/policy`)).status).toBe(200)
  expect((await fetch(`${web.at}/readyz`)).status).toBe(200)
  // the first round of a job begins with the process, and a stop waits for its end: it would have sealed
  expect(await web.stop()).toBe(0)
  expect(await sealedBlocks()).toBe(before)

  const jobs = await start('jobs')
  try {
    await vi.waitFor(async () => expect(await sealedBlocks()).toBeGreaterThan(before), 10_000)
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect([path, (await fetch(`${jobs.at}${path}`)).status]).toEqual([path, 200])
    for (const path of ['/', '/api/policy', '/api/docs', '/api/openapi.json']) {
      const answer = await fetch(`${jobs.at}${path}`)
      expect([path, answer.status]).toEqual([path, 404])
      expect(await answer.json()).toMatchObject({ code: 'not_found' })
    }
  } finally {
    expect(await jobs.stop()).toBe(0)
  }
}, 240_000)
