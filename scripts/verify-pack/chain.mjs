// The chains of events and of messages: each text's hash is what is said of it, and each carries the one before.
import { createHash } from 'node:crypto'

const sha256 = (text) => createHash('sha256').update(text).digest('hex')
const three = (n) => String(n).padStart(3, '0')
const micros = (iso) => Date.parse(iso) * 1000

/** Where each readable field stands in the hashed text: events as docs/ledger.md says, messages in their own order. */
const EVENT = {
  folder: 'events',
  list: 'timeline.json',
  number: 'seq',
  deal: 2,
  at: 5,
  fields: { seq: 3, name: 4, by: 6, terms_version: 8, data: 9 },
}
const MESSAGE = {
  folder: 'messages',
  list: 'messages.json',
  number: 'no',
  deal: 1,
  at: 7,
  fields: { no: 2, side: 4, text: 5, file_ids: 6 },
}

/**
 * @param {Map<string, { bytes: Buffer | null }>} pack
 * @param {string} deal
 * @returns {{ problems: { file: string, what: string }[], events: number, messages: number }}
 */
export function checkChains(pack, deal) {
  const events = checkChain(pack, deal, EVENT)
  const messages = checkChain(pack, deal, MESSAGE)
  return {
    problems: [...events.problems, ...messages.problems],
    events: events.count,
    messages: messages.count,
  }
}

function checkChain(pack, deal, kind) {
  const rows = parse(pack.get(kind.list)?.bytes)
  if (!Array.isArray(rows)) return { problems: [{ file: kind.list, what: 'is not a list' }], count: 0 }
  const problems = []
  let before = ''
  for (const [i, row] of rows.entries()) {
    const file = `${kind.folder}/${three(i + 1)}.txt`
    const text = pack.get(file)?.bytes?.toString('utf8') ?? ''
    const report = (where, what) => problems.push({ file: where, what })
    if (row.hash !== sha256(text)) report(file, `its hash is not that of number ${i + 1} in ${kind.list}`)
    if (row.prev_hash !== before)
      report(kind.list, `number ${i + 1} does not carry the hash of the one before`)
    const wrong = disagreeing({ row, fields: parse(text), i, deal, before, kind })
    if (wrong) report(kind.list, `number ${i + 1} says another ${wrong} than ${file}`)
    before = row.hash
  }
  return { problems, count: rows.length }
}

/** The first readable field that is not what was hashed. */
function disagreeing({ row, fields, i, deal, before, kind }) {
  if (!Array.isArray(fields)) return 'content'
  if (fields[0] !== before) return 'hash before it'
  if (fields[kind.deal] !== deal) return 'deal'
  if (row[kind.number] !== i + 1) return 'number'
  const at = fields[kind.at]
  if (Math.abs(at - micros(row.at)) >= 1000) return 'time'
  const differs = ([name, place]) => canonical(row[name]) !== canonical(fields[place])
  return Object.entries(kind.fields).find(differs)?.[0] ?? null
}

/** The order of an object's names says nothing. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`
}

function parse(bytes) {
  try {
    return JSON.parse(String(bytes))
  } catch {
    return null
  }
}
