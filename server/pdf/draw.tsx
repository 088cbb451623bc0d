/** @jsxRuntime automatic */
/** Draws a document to the bytes of a PDF. CPU-bound: worker.ts keeps it off the server's thread. */
import { renderToBuffer } from '@react-pdf/renderer'
import type { PdfContent } from './document.ts'
import { drawableText, registerFonts } from './fonts.ts'
import { PdfLayout } from './layout.tsx'

const drawable = (content: PdfContent): PdfContent =>
  JSON.parse(JSON.stringify(content), (_, value) => (typeof value === 'string' ? drawableText(value) : value))

export function drawPdf(content: PdfContent): Promise<Buffer> {
  registerFonts()
  return renderToBuffer(<PdfLayout content={drawable(content)} />)
}
