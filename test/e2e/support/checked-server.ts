/** A server that checks numbers, with codes to be read at /api/sandbox/codes; the other walks' server checks nothing. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, request } from '@playwright/test'

export interface CheckedServer {
  readonly baseURL: string
  /** Newest first. */
  codesTo(recipient: string): Promise<string[]>
  mailsTo(address: string): Promise<string[]>
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export async function startCheckedServer(): Promise<CheckedServer> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'amanat-checked-'))
  const child = spawn(process.execPath, ['build/server/main.js'], {
    env: {
      ...{ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', ENV_FILE: '/dev/null' },
      ...{ PORT: String(port), DATA_DIR: dataDir, OTP: 'sandbox', DEMO: '0', LOG_LEVEL: 'warn' },
    },
    stdio: 'inherit',
  })
  const baseURL = `http://127.0.0.1:${port}`
  const api = await request.newContext({ baseURL })
  const stop = async () => {
    await api.dispose()
    await stopped(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await expect(async () => {
      expect((await api.get('/readyz', { timeout: 2_000 })).ok()).toBe(true)
    }).toPass({ timeout: 270_000 })
  } catch (error) {
    await stop()
    throw error
  }
  const list = async (path: string): Promise<{ to: string; code?: string; text?: string }[]> =>
    (await api.get(path)).json()
  return {
    baseURL,
    codesTo: async (recipient) =>
      (await list('/api/sandbox/codes?page_size=100'))
        .filter(({ to }) => to === recipient)
        .map(({ code = '' }) => code),
    mailsTo: async (address) =>
      (await list(`/api/sandbox/mail?search=${encodeURIComponent(address)}`)).map(({ text = '' }) => text),
    stop,
  }
}
