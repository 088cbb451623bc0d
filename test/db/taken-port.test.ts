// A second server on a taken port ends before it has touched the database of the first.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { holdPort } from '#server/http/starting.ts'
import { runCommand } from '#test/support/command.ts'
import { emptyDatabase } from '#test/support/database.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const start = (settings: Record<string, string>) => runCommand('server/main.ts', ['--no-pages'], settings)

test('a taken port is told before anything is migrated', async () => {
  const db = await emptyDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'amanat-port-'))
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  try {
    const env = {
      PORT: String(port),
      DATABASE_URL: db.url,
      DATA_DIR: dataDir,
    }
    const { code, text } = await start(env)
    expect([code, text]).toEqual([1, `Port ${port} is taken: stop what uses it, or set PORT to another.\n`])
    const { rows } = await client.query("select to_regclass('schema_migrations') as there")
    expect(rows).toEqual([{ there: null }])
  } finally {
    await client.end()
    taken.close()
    rmSync(dataDir, { recursive: true })
    await db.drop()
  }
}, 120_000)

test('an address that is not this machine’s is told as such', async () => {
  const { code, text } = await start({ HOST: '203.0.113.1', PORT: String(await freePort()) })
  expect(code).toBe(1)
  expect(text).toMatch(/^The server cannot listen at HOST and PORT: .*EADDRNOTAVAIL.*\n$/)
}, 120_000)

test('a server that starts is alive, not ready, and says so in its own form', async () => {
  const port = await freePort()
  const release = await holdPort({
    host: '127.0.0.1',
    port,
    publicUrl: 'https://amanat.example',
    migrate: true,
  })
  const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  expect((await at('/healthz')).status).toBe(200)
  for (const path of ['/readyz', '/', '/api/policy']) {
    const answer = await at(path)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    expect(answer.headers.get('strict-transport-security')).toContain('max-age')
  }
  await release()
  const next = await holdPort({ host: '127.0.0.1', port, publicUrl: 'http://amanat.example', migrate: true })
  await next()
})

test('a start that does not migrate leaves the port refused until it serves, so that a proxy takes another server', async () => {
  const port = await freePort()
  const start = { host: '127.0.0.1', port, publicUrl: 'http://amanat.example', migrate: false }
  const release = await holdPort(start)
  const refused = await fetch(`http://127.0.0.1:${port}/readyz`).catch((error) => error.cause.code)
  expect(refused).toBe('ECONNREFUSED')
  await release()
  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  await expect(holdPort(start)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  taken.close()
})
