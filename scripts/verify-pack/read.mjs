// The files of a pack: each with its hash, and its bytes when it is small enough to be looked into.
import { createHash } from 'node:crypto'
import { openSync } from 'node:fs'
import { fromFd } from 'yauzl'

/** Texts are looked into, films are not. */
const LOOK_INTO = 8 * 1024 * 1024

/**
 * @param {string} file
 * @returns {Promise<Map<string, { sha256: string, size: number, bytes: Buffer | null }>>}
 */
export function readPack(file) {
  return new Promise((resolve, reject) => {
    const files = new Map()
    fromFd(openSync(file, 'r'), { lazyEntries: true, autoClose: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('error', reject)
      zip.on('end', () => resolve(files))
      zip.on('entry', (entry) => {
        const isTwice = files.has(entry.fileName)
        readEntry(zip, entry).then((read) => {
          files.set(isTwice ? `${entry.fileName} (again)` : entry.fileName, read)
          zip.readEntry()
        }, reject)
      })
      zip.readEntry()
    })
  })
}

/** What cannot be unpacked has no hash: it is told as changed. */
function readEntry(zip, entry) {
  return new Promise((resolve) => {
    const broken = () => resolve({ sha256: 'unreadable', size: 0, bytes: null })
    zip.openReadStream(entry, (error, stream) => {
      if (error) return broken()
      const hash = createHash('sha256')
      const chunks = []
      let size = 0
      stream.on('data', (chunk) => {
        hash.update(chunk)
        size += chunk.length
        if (size <= LOOK_INTO) chunks.push(chunk)
      })
      stream.on('error', broken)
      stream.on('end', () =>
        resolve({
          sha256: hash.digest('hex'),
          size,
          bytes: size <= LOOK_INTO ? Buffer.concat(chunks) : null,
        }),
      )
    })
  })
}
