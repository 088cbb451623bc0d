import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { outboxTransport } from './transport.ts'

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
