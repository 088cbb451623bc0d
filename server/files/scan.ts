/** Asks a clamd whether a file has a virus, by INSTREAM: the scanner needs no access to the folder. */
import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import { Refusal } from '#core/errors.ts'

export interface ClamdTarget {
  readonly host?: string
  readonly port?: number
  /** Of a socket on this machine. */
  readonly path?: string
}

interface ScannerSettings {
  readonly target: ClamdTarget
  /** What becomes of a file while nobody can scan it. */
  readonly whenAway: 'refuse' | 'accept'
}

/** Throws a Refusal for an infected file. */
export type Scan = (path: string) => Promise<void>

/** Below the deadline of a request, so that its answer says what is the matter. */
const TIMEOUT_MS = 8_000

function lengthOf(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return length
}

/** `stream: OK`, `stream: Win.Test.EICAR FOUND`, `INSTREAM size limit exceeded. ERROR` */
async function ask(target: ClamdTarget, path: string): Promise<string> {
  const socket = connect(target as { path: string })
  const deadline = setTimeout(
    () => socket.destroy(new Error('the scanner did not answer in time')),
    TIMEOUT_MS,
  )
  const file = createReadStream(path)
  try {
    const answer = new Promise<string>((resolve, reject) => {
      let text = ''
      socket.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    answer.catch(() => {})
    // one that answers before it has read all has refused: the rest need not be sent
    const isOpen = () => socket.writable && !socket.readableEnded
    socket.write('zINSTREAM\0')
    for await (const chunk of file) {
      if (!isOpen()) break
      socket.write(lengthOf(chunk))
      if (!socket.write(chunk))
        await Promise.race([new Promise((done) => socket.once('drain', done)), answer])
    }
    if (isOpen()) socket.write(Buffer.alloc(4))
    return await answer
  } finally {
    clearTimeout(deadline)
    file.destroy()
    socket.destroy()
  }
}

export function clamdScan(
  { target, whenAway }: ScannerSettings,
  log: { warn(fields: object, words: string): void },
): Scan {
  return async (path) => {
    const verdict = await ask(target, path).catch((error: Error) => error.message)
    if (/^stream: OK\0?\s*$/.test(verdict)) return
    if (/ FOUND\0?\s*$/.test(verdict)) {
      log.warn({ verdict: verdict.slice(0, 200) }, 'an infected file was refused')
      throw new Refusal('infected')
    }
    log.warn({ verdict: verdict.slice(0, 200), whenAway }, 'a file could not be scanned')
    if (whenAway === 'refuse') throw new Refusal('not_scanned')
  }
}
