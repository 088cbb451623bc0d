/** One file of a bank, a statement or a report: read into memory whole, which its limit allows. */
import type { FastifyRequest } from 'fastify'
import { invalid } from '#core/errors.ts'
import { MAX_STATEMENT_BYTES } from '#core/statements/lines.ts'

/** For @fastify/multipart. */
export const SHEET_LIMITS = {
  limits: { fileSize: MAX_STATEMENT_BYTES, files: 1, fields: 2, parts: 3 },
} as const

/** Throws Refusal `invalid` beside `file` when there is none, and the plugin's 413 for one that is too large. */
export async function receiveSheet(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
  const part = request.isMultipart() ? await request.file() : undefined
  if (!part) throw invalid({ file: ['required'] })
  return { name: part.filename, bytes: await part.toBuffer() }
}
