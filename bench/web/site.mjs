// The built server with the demo's people and deals, over a folder of its own that is gone afterwards.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from '#scripts/lib/run.mjs'

export const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

async function ready(base) {
  for (let tries = 0; tries < 240; tries += 1) {
    const answer = await fetch(`${base}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((go) => setTimeout(go, 250))
  }
  throw new Error('the server did not start')
}

export async function startSite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'amanat-bench-web-'))
  const base = `http://127.0.0.1:${await freePort()}`
  const env = {
    ...process.env,
    // not a developer's .env
    ENV_FILE: '/dev/null',
    PORT: new URL(base).port,
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
  }
  const server = spawn(process.execPath, [inRoot('build', 'server', 'main.js')], { env, stdio: 'ignore' })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await ready(base)
  } catch (error) {
    await stop()
    throw error
  }
  return { base, stop }
}

const PASSWORD = 'Amanat@2026'

/** A demo account's session, and one of its deals. */
export async function signIn(base, phone) {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const answer = await fetch(`${base}/api/auth/login/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ phone_number: phone, password: PASSWORD }),
  })
  const session = await answer.json()
  if (!answer.ok) throw new Error(`the demo account ${phone} cannot sign in`)
  const deals = await fetch(`${base}/api/deals/`, {
    headers: { ...headers, authorization: `Token ${session.token}` },
  })
  const [deal] = await deals.json()
  return { session, formPk: deal?.form_pk }
}
