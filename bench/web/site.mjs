// The built server with the demo's people and deals, over a folder of its own that is gone afterwards.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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

/** An offer link with a picture, as a seller puts it into a bio: the path of its page. */
export async function offerLink(base, { token }) {
  const headers = { authorization: `Token ${token}`, accept: 'application/json' }
  const answer = await fetch(`${base}/api/links/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ track: 'shopping', title: 'Cotton kurta', amount: 1250, details: 'Hand-printed' }),
  })
  if (!answer.ok) throw new Error(`no offer link: ${answer.status}`)
  const { id } = await answer.json()
  const form = new FormData()
  form.append('file', new Blob([readFileSync(inRoot('public', 'social-card.png'))]), 'kurta.png')
  const photo = await fetch(`${base}/api/links/${id}/photo/`, { method: 'POST', headers, body: form })
  if (!photo.ok) throw new Error(`no picture of the offer link: ${photo.status}`)
  return `/o/${id}`
}
