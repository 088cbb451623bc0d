/** @jsxRuntime automatic */
/** Draws a document to the bytes of a PDF. CPU-bound: worker.ts keeps it off the server's thread. */
import { renderToBuffer } from '@react-pdf/renderer'
import type { Drawable } from './document.ts'
import { drawableText, registerFonts } from './fonts.ts'
import { PdfLayout } from './layout.tsx'
import { PosterLayout } from './poster.tsx'

const drawable = (content: Drawable): Drawable =>
  JSON.parse(JSON.stringify(content), (_, value) => (typeof value === 'string' ? drawableText(value) : value))

export function drawPdf(content: Drawable): Promise<Buffer> {
  registerFonts()
  const shown = drawable(content)
  return renderToBuffer('kind' in shown ? <PosterLayout content={shown} /> : <PdfLayout content={shown} />)
}
