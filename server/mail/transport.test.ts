import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { outboxTransport, smtpTransport } from './transport.ts'

const home = mkdtempSync('/tmp/amanat-outbox-')
const folder = join(home, 'outbox')
afterEach(() => rmSync(home, { recursive: true, force: true }))

test('emails are appended whole to one file a day that only its owner can read', async () => {
  const { send } = outboxTransport(folder)
  const ids = Array.from({ length: 40 }, (_, i) => i + 1)
  const text = 'Rs 5,000 is on hold. '.repeat(100)
  await Promise.all(
    ids.map((id) => send({ id, to: 'asha@example.com', subject: `Paid ${id}`, text, html: null })),
  )
  const [file = '', ...others] = readdirSync(folder)
  expect(others).toEqual([])
  expect(file).toMatch(/^\d{4}-\d\d-\d\d\.txt$/)
  expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
  const written = readFileSync(join(folder, file), 'utf8')
  for (const id of ids)
    expect(written).toContain(`Email ${id}\nTo: asha@example.com\nSubject: Paid ${id}\n\n${text}\n`)
})

const REPLIES: Readonly<Record<string, string>> = { STARTTLS: '502 no TLS', DATA: '354 go on' }

/** Speaks SMTP without STARTTLS, and answers what it was told before anything was encrypted. */
async function plainRelay(host: string): Promise<{ url: string; commands: string[]; close(): void }> {
  const commands: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 relay\r\n')
    socket.on('data', (bytes) => {
      const command =
        String(bytes)
          .trim()
          .split(/[ :\r]/)[0] ?? ''
      commands.push(command)
      socket.write(`${REPLIES[command] ?? '250 ok'}\r\n`)
    })
  })
  await new Promise<void>((done) => server.listen(0, host, done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `smtp://${host}:${port}`, commands, close: () => server.close() }
}

describe('an SMTP server without TLS', () => {
  const email = { id: 1, to: 'asha@example.com', subject: 'Your link', text: 'https://…', html: null }

  test.each([
    ['of another machine is given nothing', '127.0.0.2', '', false],
    ['of this machine is given the mail', '127.0.0.1', '', true],
    ['that the operator allows is given the mail', '127.0.0.2', '?requireTLS=false', true],
  ])('%s', async (_, host, query, isSent) => {
    const relay = await plainRelay(host)
    const transport = smtpTransport(`${relay.url}${query}`, 'no-reply@amanat.test')
    const sending = transport.send(email)
    if (isSent) await sending
    else await expect(sending).rejects.toMatchObject({ code: 'ETLS' })
    expect(relay.commands.includes('DATA')).toBe(isSent)
    transport.close()
    relay.close()
  })
})
