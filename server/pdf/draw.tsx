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
  return renderToBuffer(<PaperDocument paper={paper} />)
}
