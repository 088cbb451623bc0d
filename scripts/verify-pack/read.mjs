// The files of a pack: each with its hash, and its bytes when it is small enough to be looked into.
import { createHash } from 'node:crypto'
import { openSync } from 'node:fs'
import { fromFd } from 'yauzl'

/** Texts are looked into, films are not. */
const LOOK_INTO = 8 * 1024 * 1024

/** What file managers put in beside the files; it says nothing and is part of nothing. */
const LEFT_BY_SYSTEMS = /(?:^|\/)(?:__MACOSX\/.*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i
const isFolder = (name) => name.endsWith('/')

/** Some programs write a name in UTF-8 without saying so; read by the letter of the format it is another name. */
function nameOf({ fileName }) {
  const bytes = /** @type {any} */ (fileName)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\\', '/')
  } catch {
    return bytes.toString('latin1')
  }
}

/** A pack that was unzipped and zipped again: folders are entries, often all in one, and accents may be taken apart. */
function asPacked(files) {
  const names = [...files.keys()]
  const top = names[0]?.slice(0, names[0].indexOf('/') + 1) ?? ''
  const isWrapped = top !== '' && !names.includes('SHA256SUMS') && names.every((name) => name.startsWith(top))
  const own = (name) => (isWrapped ? name.slice(top.length) : name).normalize('NFC')
  const packed = new Map()
  for (const [name, read] of files)
    packed.set(packed.has(own(name)) ? `${own(name)} (again)` : own(name), read)
  return packed
}

/**
 * @param {string} file
 * @returns {Promise<Map<string, { sha256: string, size: number, bytes: Buffer | null }>>}
 */
export function readPack(file) {
  return new Promise((resolve, reject) => {
    const files = new Map()
    fromFd(
      openSync(file, 'r'),
      { lazyEntries: true, autoClose: true, decodeStrings: false },
      (error, zip) => {
        if (error) return reject(error)
        zip.on('error', reject)
        zip.on('end', () => resolve(asPacked(files)))
        zip.on('entry', (entry) => {
          const name = nameOf(entry)
          if (LEFT_BY_SYSTEMS.test(name) || (isFolder(name) && entry.uncompressedSize === 0))
            return zip.readEntry()
          const isTwice = files.has(name)
          readEntry(zip, entry).then((read) => {
            files.set(isTwice ? `${name} (again)` : name, read)
            zip.readEntry()
          }, reject)
        })
        zip.readEntry()
      },
    )
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
