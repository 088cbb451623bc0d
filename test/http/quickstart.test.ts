/** The quickstart of /developers: each of its snippets is run as it stands, in its order, by the programs it is for. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOST, useApp } from '#test/support/app.ts'
import { appKey } from '#test/support/apps.ts'
import { type Person, person } from '#test/support/people.ts'
import { receiving, sendDue } from '#test/support/webhooks.ts'
import { type Snippet, snippets } from '#web/features/developers/snippets.ts'

const run = promisify(execFile)
const app = useApp({ settings: receiving })
let folder = ''
let seller: Person
let byName: Map<string, Snippet>
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'amanat-quickstart-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module","private":true}')
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  seller = await person(app, 'Seller')
  byName = new Map(snippets(`http://127.0.0.1:${port}`).map((snippet) => [snippet.name, snippet]))
})
afterAll(async () => {
  for (const child of children) child.kill()
  await rm(folder, { recursive: true, force: true })
})

const codeOf = (name: Snippet['name']): string => byName.get(name)?.code ?? ''

/** Written as it is shown, and started. */
async function prepare(name: Snippet['name']): Promise<string> {
  const file = byName.get(name)?.file ?? ''
  await writeFile(join(folder, file), codeOf(name))
  return file
}

const linesOf = async (name: Snippet['name'], env: Record<string, string> = {}): Promise<string[]> => {
  const options = { cwd: folder, env: { ...process.env, ...env } }
  const { stdout } = await run(process.execPath, [await prepare(name)], options)
  return stdout.trim().split('\n')
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port: free } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return free
}

describe('the quickstart', () => {
  it('has a snippet for each step, and no other', () => {
    expect([...byName.keys()]).toEqual(['install', 'offer', 'button', 'receive', 'story'])
  })

  it('installs the client from this server, without a registry', async () => {
    const [program = '', ...args] = codeOf('install').split(' ')
    expect([program, args[0]]).toEqual(['npm', 'install'])
    await run(program, [...args, '--no-audit', '--no-fund', `--cache=${join(folder, '.npm')}`], {
      cwd: folder,
    })
  }, 60_000)

  it('offers an item with a key, and the button’s two addresses are there', async () => {
    const { key } = await appKey(app, seller, ['links:write'])
    const [link = ''] = await linesOf('offer', { AMANAT_KEY: key })
    expect(link).toMatch(/^http:\/\/amanat\.test\/o\/[\w-]+$/)
    const id = link.split('/').at(-1) ?? ''
    expect((await app.call('GET', `/api/links/${id}`)).body).toMatchObject({
      title: 'Cotton kurta',
      available: true,
    })
    const [, script = ''] = /src="([^"]+)"/.exec(codeOf('button')) ?? []
    const [, page = ''] = /href="([^"]+)"/.exec(codeOf('button')) ?? []
    const answer = await app.app.inject({ url: new URL(script).pathname, headers: { host: HOST } })
    expect([answer.statusCode, new URL(page).pathname]).toEqual([200, '/o/YOUR-OFFER'])
  })

  it('receives an event, and refuses what nobody signed', async () => {
    const { token } = seller
    const { body: newApp } = await app.call('POST', '/api/apps', { token, body: { name: 'Receiver' } })
    const hooks = `/api/apps/${newApp.id}/webhooks`
    const listening = await freePort()
    const url = `http://127.0.0.1:${listening}/`
    const { body: hook } = await app.call('POST', hooks, { token, body: { url, types: ['*'] } })
    const child = spawn(process.execPath, [await prepare('receive')], {
      cwd: folder,
      env: { ...process.env, PORT: String(listening), AMANAT_WEBHOOK_SECRET: hook.secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const line = new Promise<string>((done) =>
      createInterface({ input: child.stdout }).once('line', (text) => done(text)),
    )
    let status = 0
    await expect
      .poll(
        async () => {
          status = await fetch(url, { method: 'POST', body: '{}' }).then(
            (answer) => answer.status,
            () => 0,
          )
          return status
        },
        { timeout: 10_000 },
      )
      .toBe(400)
    await app.call('POST', `${hooks}/${hook.id}/test`, { token })
    await sendDue(app)
    expect(await line).toBe('test {}')
    const { body: log } = await app.call('GET', `${hooks}/${hook.id}/messages`, { token })
    expect(log.data[0]).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] })
  }, 30_000)

  it('plays a story of the sandbox', async () => {
    const [line = ''] = await linesOf('story')
    expect(line).toMatch(/^[\w-]{24} funded \d\d \d\d$/)
  })
})
