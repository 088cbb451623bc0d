/** The files of a ZIP that the product sends, by their names. */
import { buffer } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'

export type Pack = Map<string, Buffer>

export function unpack(bytes: Buffer): Promise<Pack> {
  return new Promise((resolve, reject) => {
    const files: Pack = new Map()
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('error', reject)
      zip.on('end', () => resolve(files))
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (problem, stream) => {
          if (problem) return reject(problem)
          files.set(entry.fileName, await buffer(stream))
          zip.readEntry()
        }),
      )
      zip.readEntry()
    })
  })
}
