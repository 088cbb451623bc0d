/** The chart as SVG: boxes, their lines of text, arrows with labels. Colours follow the page it is put into. */
import type { Status } from '#core/lifecycle/states.ts'
import type { Transition } from '#core/lifecycle/transitions.ts'
import { m } from '#messages/compiled/messages.js'
import { arrows, type Box, type ChartPoint, isDown, OPEN, path, placeOf, rowsWithin } from './layout.ts'
import { rowWords, stateWords } from './words.ts'

const WIDTH = 340
const GAP_X = 90
const GAP_Y = 88
const LINE = 16
const CHARS = 47

const esc = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Marks above and below a letter take no room. */
const widthOf = (text: string): number => [...text.replace(/\p{Mn}/gu, '')].length

function wrapped(text: string, chars = CHARS): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && widthOf(last) + widthOf(word) >= chars) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

interface Line {
  readonly text: string
  readonly isHead: boolean
}
const head = (text: string): Line => ({ text, isHead: true })
const items = (texts: readonly string[]): Line[] =>
  texts.flatMap((text) =>
    wrapped(text).map((part, i) => ({ text: i === 0 ? `– ${part}` : `   ${part}`, isHead: false })),
  )

/** Rows that read the same are said once. */
const distinct = (texts: readonly string[]): string[] => [...new Set(texts)]

function linesOf(status: Status): Line[] {
  const { ending, staying, leading } = rowsWithin(status)
  const withEnd = (row: Transition): string => `${rowWords(row)} → ${stateWords(row.to)}`
  const [ends, leads] = [distinct(ending.map(withEnd)), distinct(leading.map(withEnd))]
  const stays = distinct(staying.map(rowWords))
  return [
    ...(stays.length > 0 ? [head(m.chart_stays()), ...items(stays)] : []),
    ...(leads.length > 0 ? [head(m.chart_leads()), ...items(leads)] : []),
    ...(ends.length > 0 ? [head(m.chart_ends()), ...items(ends)] : []),
  ]
}

const heightOf = (status: Status): number => 36 + linesOf(status).length * LINE + 8

function boxes(): Map<Status, Box> {
  const rows = new Map<number, number>()
  for (const status of OPEN) {
    const [, y] = placeOf(status)
    rows.set(y, Math.max(rows.get(y) ?? 0, heightOf(status)))
  }
  const top = (row: number): number =>
    40 +
    Array.from({ length: row }, (_, i) => (rows.get(i) ?? 0) + GAP_Y).reduce((sum, value) => sum + value, 0)
  return new Map(
    OPEN.map((status) => {
      const [x, y] = placeOf(status)
      return [status, { x: 40 + x * (WIDTH + GAP_X), y: top(y), width: WIDTH, height: heightOf(status) }]
    }),
  )
}

function drawBox(status: Status, { x, y, width, height }: Box): string {
  const lines = linesOf(status).map(
    ({ text, isHead }, i) =>
      `<text x="${x + 12}" y="${y + 52 + i * LINE}" xml:space="preserve"${isHead ? ' class="h"' : ''}>${esc(text)}</text>`,
  )
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`,
    `<text class="t" x="${x + 12}" y="${y + 25}">${esc(stateWords(status))}</text>`,
    ...lines,
  ].join('\n')
}

/** The words stand beside an arrow that goes down, around its middle. */
function drawArrow(points: readonly ChartPoint[], label: readonly string[]): string {
  const line = points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  const [first, second] = points as [ChartPoint, ChartPoint]
  const y = (first[1] + second[1]) / 2 - (label.length - 1) * 7 + 4
  const texts = label.map(
    (text, i) => `<text class="l" x="${first[0] + 10}" y="${y + i * 14}">${esc(text)}</text>`,
  )
  return [`<path d="${line}" marker-end="url(#lifecycle-tip)"/>`, ...texts].join('\n')
}

/** Beside an arrow that goes down: half a box and the space between two columns. */
const LABEL_CHARS = 32

/** Put into a page, a style is the whole page's: each rule is held to the chart. */
const STYLE = [
  'rect{fill:none;stroke:currentColor;stroke-width:1.2}',
  'path{fill:none;stroke:currentColor;stroke-width:1.4}',
  'text{fill:currentColor;font:12px system-ui,sans-serif}',
  'text.t{font-size:15px;font-weight:600}',
  'text.h{font-weight:600}',
  'text.l{font-style:italic}',
]

export function drawChart(): string {
  const placed = boxes()
  const all = [...placed.values()]
  const width = Math.max(...all.map((box) => box.x + box.width)) + 60
  const height = Math.max(...all.map((box) => box.y + box.height)) + 40
  const lanes = new Map<string, number>()
  const drawn = arrows().map(({ from, to, rows }) => {
    const [a, b] = [placed.get(from), placed.get(to)] as [Box, Box]
    const lane = lanes.get(to) ?? 0
    if (a.x !== b.x) lanes.set(to, lane + 1)
    const label = distinct(rows.map(rowWords)).flatMap((text) => wrapped(text, LABEL_CHARS))
    return drawArrow(path(a, b, lane), isDown(from, to) ? label : [])
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="lifecycle" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="lifecycle-title">`,
    `<title id="lifecycle-title">${esc(m.chart_title())}</title>`,
    '<style>',
    ...STYLE.map((rule) => `.lifecycle ${rule}`),
    '</style>',
    '<defs><marker id="lifecycle-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" style="fill:currentColor;stroke:none"/></marker></defs>',
    ...[...placed].map(([status, box]) => drawBox(status, box)),
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}
