// Statements as they come: in parts that overlap, in any order and form; touched; and of any world. No line is taken twice or
// left out, nothing of a touched file is taken for the days that are known, and what is matched is true.
import { bookingOf } from '#core/statements/booking.ts'
import { type StatementLine, signedPaise } from '#core/statements/lines.ts'
import { matchLines } from '#core/statements/match.ts'
import { type KeyedLine, keyLines, mergeStatement } from '#core/statements/merge.ts'
import readInThread from '#server/statements/worker.ts'
import { worldOf } from '#test/support/statements/fixtures.ts'
import { LAYOUTS, type Layout } from '#test/support/statements/layouts.ts'
import { INVENTED_BANKS, type InventedWorld, inventWorld } from '#test/support/statements/worlds.ts'
import { WRITERS } from '#test/support/statements/writers.ts'
import { fault, type Random, shuffle } from './support/fault.ts'

interface KnownWorld {
  readonly account: string
  readonly openingPaise: number
  readonly lines: readonly KeyedLine[]
}

const anyWorld = (random: Random): InventedWorld =>
  inventWorld(INVENTED_BANKS[random(INVENTED_BANKS.length)] ?? 'HDFC', random(1_000_000))

const emptyOf = ({ state }: InventedWorld): KnownWorld => ({
  account: state.account,
  openingPaise: state.opening_paise,
  lines: [],
})

/** Of days, as a bank's periods are; each begins within the one before it, or right after it. */
function partsOf(lines: readonly StatementLine[], random: Random): StatementLine[][] {
  const days = [...new Set(lines.map(({ date }) => date))]
  const parts: StatementLine[][] = []
  for (let from = 0, end = 0; end < days.length; from = Math.max(0, end - random(4))) {
    end = Math.min(days.length, Math.max(from, end) + 1 + random(6))
    const period = new Set(days.slice(from, end))
    parts.push(lines.filter(({ date }) => period.has(date)))
  }
  return parts
}

async function merged(known: KnownWorld, bytes: Buffer) {
  const knownBalances = new Set([known.openingPaise, ...known.lines.map(({ balancePaise }) => balancePaise)])
  const reading = await readInThread({ bytes, knownBalances })
  if ('reason' in reading) return { problem: reading.reason, newLines: [] }
  if ('report' in reading) throw new Error('a statement was read as a report')
  return mergeStatement(known, reading.statement)
}

/** A part whose turn has not come waits; it is brought again after the others. */
async function takeParts(
  known: KnownWorld,
  parts: readonly (readonly StatementLine[])[],
  layoutOf: () => Layout,
): Promise<KnownWorld> {
  const waiting: (readonly StatementLine[])[] = []
  let current = known
  for (const lines of parts) {
    const [first] = lines
    if (!first) continue
    const openingPaise = first.balancePaise - signedPaise(first)
    const bytes = layoutOf().write({ account: known.account, openingPaise, lines })
    const { problem, newLines } = await merged(current, bytes)
    current = { ...current, lines: [...current.lines, ...newLines] }
    if (problem === 'gap') waiting.push(lines)
    else if (problem !== null && problem !== 'nothing_new') throw new Error(`a part was refused: ${problem}`)
  }
  return waiting.length === 0 || waiting.length === parts.length
    ? current
    : takeParts(current, waiting, layoutOf)
}

fault('statement-parts', { short: 30, full: 2_000 }, async ({ rounds, random }) => {
  let [acknowledged, lost, doubled, count] = [0, 0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const world = anyWorld(random)
    const layouts = LAYOUTS[world.bank] ?? []
    const parts = shuffle(partsOf(world.lines, random), random)
    count += parts.length
    const layoutOf = () => layouts[random(layouts.length)] as Layout
    const { lines } = await takeParts(emptyOf(world), parts, layoutOf)
    const whole = keyLines(world.state.account, world.lines).map(({ key }) => key)
    const keys = lines.map(({ key }) => key)
    acknowledged += keys.length
    lost += whole.filter((key, n) => keys[n] !== key).length
    doubled += keys.length - new Set(keys).size
  }
  return { rounds, acknowledged, lost, doubled, problems: [], note: `${count} parts in any order and form` }
})

type Touch = (rows: string[], random: Random) => void
const ROW = /^\d\d\/\d\d\/\d\d,/
const pickRow = (rows: readonly string[], random: Random): number => {
  const at = rows.flatMap((row, n) => (ROW.test(row) ? [n] : []))
  return at[random(at.length)] ?? 0
}
/** Another digit in one of the amounts. */
function otherDigit(row: string, random: Random): string {
  const places = Array.from(row.matchAll(/\d(?=\d*\.\d\d(?:,|$))/g), ({ index }) => index)
  const at = places[random(places.length)] ?? 0
  return `${row.slice(0, at)}${(Number(row[at]) + 1 + random(9)) % 10}${row.slice(at + 1)}`
}
const TOUCHES: Readonly<Record<string, Touch>> = {
  digit: (rows, random) => {
    const at = pickRow(rows, random)
    rows[at] = otherDigit(rows[at] ?? '', random)
  },
  'two digits': (rows, random) => {
    for (let n = 0; n < 2; n++) {
      const at = pickRow(rows, random)
      rows[at] = otherDigit(rows[at] ?? '', random)
    }
  },
  'a line out': (rows, random) => void rows.splice(pickRow(rows, random), 1),
  'a line twice': (rows, random) => {
    const at = pickRow(rows, random)
    rows.splice(at, 0, rows[at] ?? '')
  },
  'two lines changed over': (rows, random) => {
    const [one, other] = [pickRow(rows, random), pickRow(rows, random)]
    const [first = '', second = ''] = [rows[one], rows[other]]
    rows[one] = second
    rows[other] = first
  },
  'a day moved': (rows, random) => {
    const at = pickRow(rows, random)
    rows[at] = (rows[at] ?? '').replace(/^\d\d/, (day) => String((Number(day) % 28) + 1).padStart(2, '0'))
  },
  'a narration': (rows, random) => {
    const at = pickRow(rows, random)
    rows[at] = (rows[at] ?? '').replace(/[A-Z](?=[A-Z0-9])/g, (letter) => (letter === 'X' ? 'Y' : 'X'))
  },
}

fault('statement-touched', { short: 300, full: 20_000 }, async ({ rounds, random }) => {
  const names = Object.keys(TOUCHES)
  let [doubled, refused, unchanged, later] = [0, 0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const world = inventWorld('HDFC', random(1_000_000))
    const { account, opening_paise: openingPaise } = world.state
    const known = { account, openingPaise, lines: keyLines(account, world.lines) }
    const text = WRITERS.hdfc({ account, openingPaise, lines: world.lines })
    const rows = text.split('\r\n')
    TOUCHES[names[round % names.length] ?? '']?.(rows, random)
    const { problem, newLines } = await merged(known, Buffer.from(rows.join('\r\n')))
    const lastDay = world.lines.at(-1)?.date ?? ''
    // what follows on the last day or later might be the bank's: a second person looks at every file
    doubled += newLines.filter(({ date }) => date < lastDay).length
    if (rows.join('\r\n') === text) unchanged += 1
    else if (problem === 'nothing_new' || problem === null) later += 1
    else refused += 1
  }
  const note = `${names.length} ways; ${refused} refused, ${unchanged} as they were, ${later} brought nothing for the days that are known`
  return { rounds, acknowledged: rounds, lost: 0, doubled, problems: [], note }
})

fault('statement-worlds', { short: 100, full: 10_000 }, async ({ rounds, random }) => {
  let [acknowledged, lost, doubled] = [0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const world = anyWorld(random)
    const matching = worldOf(world.state)
    const dueOf = (target: string | null) =>
      matching.payIns.find(({ reference }) => reference === target)?.amountPaise ?? null
    const decisions = matchLines(world.lines, matching)
    let paise = world.state.opening_paise
    const funded: string[] = []
    for (const [n, line] of world.lines.entries()) {
      const [decision, truth] = [decisions[n], world.truths[n]]
      if (!decision || !truth) throw new Error(`line ${n} was left out`)
      acknowledged += 1
      if (decision.tier === 'matched' && decision.target !== truth.target) lost += 1
      if (decision.tier === 'matched' && ['applied', 'over'].includes(decision.outcome))
        funded.push(decision.target ?? '')
      const parts = Object.values(bookingOf(line, decision, dueOf(decision.target)))
      paise += parts.reduce((sum: number, part: number) => sum + part, 0)
    }
    doubled += funded.length - new Set(funded).size
    if (paise !== world.lines.at(-1)?.balancePaise) lost += 1
  }
  return { rounds, acknowledged, lost, doubled, problems: [], note: 'matched lines against what is true' }
})
