/** Containers of spreadsheets that hold something else than a statement, or one that nobody may read. */
import { CFB } from '@e965/xlsx'
import { ZipFile } from 'yazl'
import { bytesOf } from './fixtures.ts'

export const zipOf = (parts: Record<string, Buffer>): Promise<Buffer> =>
  new Promise((resolve) => {
    const zip = new ZipFile()
    for (const [name, content] of Object.entries(parts)) zip.addBuffer(content, name)
    zip.end()
    const chunks: Buffer[] = []
    zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
    zip.outputStream.on('end', () => resolve(Buffer.concat(chunks)))
  })

export const protectedBook = (): Buffer => {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, 'EncryptionInfo', Buffer.alloc(200))
  CFB.utils.cfb_add(container, 'EncryptedPackage', Buffer.alloc(200))
  return CFB.write(container, { type: 'buffer' }) as Buffer
}

/** A real statement in the old format that carries macros besides. */
export function oldBookWithMacros(): Buffer {
  const container = CFB.read(bytesOf('icici-optransactionhistory-nov2026.xls'), { type: 'buffer' })
  CFB.utils.cfb_add(container, '/_VBA_PROJECT_CUR/VBA/dir', Buffer.alloc(200, 1))
  return CFB.write(container, { type: 'buffer' }) as Buffer
}
