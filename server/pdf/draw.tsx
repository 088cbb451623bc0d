/** @jsxRuntime automatic */
/** Draws a paper to the bytes of a PDF. Pure work for the processor: worker.ts keeps it off the server's thread. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Font, renderToBuffer } from '@react-pdf/renderer'
import { PaperDocument } from './layout.tsx'
import type { Paper } from './paper.ts'
import { fontOf } from './woff.ts'

const require = createRequire(import.meta.url)

/** ₹ is in the extended subset; Devanagari has its own. The first family that has a letter draws it. */
const FAMILIES = {
  Latin: 'noto-sans/files/noto-sans-latin',
  Rupee: 'noto-sans/files/noto-sans-latin-ext',
  Deva: 'noto-sans-devanagari/files/noto-sans-devanagari-devanagari',
} as const

/** People write emoji and other scripts too. What no font has would be drawn over its neighbours: it gets a sign instead. */
const UNKNOWN = '\ufffd'

/** What the font says of each of its parts: `U+0000-00FF,U+0131,…`. */
function rangesOf(file: string): string {
  const [family = '', name = ''] = file.split('/files/')
  const parts = require(`@fontsource/${family}/unicode.json`) as Record<string, string>
  return (parts[name.slice(family.length + 1)] ?? '').replace(/U\+(\w+)(?:-(\w+))?,?/g, (_, from, to) =>
    to ? `\\u{${from}}-\\u{${to}}` : `\\u{${from}}`,
  )
}

const UNDRAWABLE = new RegExp(`[^${Object.values(FAMILIES).map(rangesOf).join('')}]+`, 'gu')

const drawable = (paper: Paper): Paper =>
  JSON.parse(JSON.stringify(paper), (_, value) =>
    typeof value === 'string' ? value.replace(UNDRAWABLE, UNKNOWN) : value,
  )

function fontSource(file: string, weight: number): string {
  const woff = readFileSync(require.resolve(`@fontsource/${file}-${weight}-normal.woff`))
  return `data:font/ttf;base64,${fontOf(woff).toString('base64')}`
}

let isReady = false
function prepare(): void {
  if (isReady) return
  for (const [family, file] of Object.entries(FAMILIES))
    Font.register({
      family,
      fonts: [400, 600].map((fontWeight) => ({ src: fontSource(file, fontWeight), fontWeight })),
    })
  // words break at spaces alone: a syllable of Devanagari is several letters
  Font.registerHyphenationCallback((word) => [word])
  isReady = true
}

export function drawPaper(paper: Paper): Promise<Buffer> {
  prepare()
  return renderToBuffer(<PaperDocument paper={drawable(paper)} />)
}
