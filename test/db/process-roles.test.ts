// ROLE: a process for pages and calls leaves background work alone; one for jobs does it, and answers probes only.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { fund, newDealId, postAlone } from '#test/support/ledger.ts'

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

/** Answers with its address once it is ready, and how to stop it; a stop waits for the running round of each job. */
async function start(ROLE: string): Promise<{ at: string; stop: () => Promise<number> }> {
  const given = { ROLE, DATABASE_URL: db.url, DATA_DIR: dataDir, PORT: '0', DEMO: '0', LOG_LEVEL: 'error' }
  const env = { ...process.env, ...given, ENV_FILE: '/dev/null', NODE_ENV: '' }
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', '--no-pages'], { env })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data
    })
  const at = await vi.waitFor(
    () => {
      const [, address] = /ready at (http:\S+)/.exec(output) ?? []
      if (!address && child.exitCode === null) throw new Error(`not ready: ${output}`)
      return address
    },
    { timeout: 90_000, interval: 50 },
  )
  if (!at) throw new Error(`it ended: ${output}`)
  return {
    at,
    stop: async () => {
      child.kill('SIGTERM')
      return (await ended)[0]
    },
  }
}

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
