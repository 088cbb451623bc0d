/** A clamd that knows one virus: EICAR's test string. It takes `zINSTREAM` alone, as the protocol has it. */
import { createServer } from 'node:net'

const EICAR = /EICAR-STANDARD-ANTIVIRUS-TEST-FILE/
const COMMAND = 'zINSTREAM\0'

/** The chunks of a stream that ended, or null while it has not. */
function streamOf(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = []
  for (let at = COMMAND.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

export async function startClamd() {
  const scanned: number[] = []
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      if (!COMMAND.startsWith(bytes.subarray(0, COMMAND.length).toString()))
        return socket.end('UNKNOWN COMMAND\0')
      const stream = streamOf(bytes)
      if (!stream) return
      scanned.push(stream.length)
      socket.end(EICAR.test(stream.toString('latin1')) ? 'stream: Eicar-Test FOUND\0' : 'stream: OK\0')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  const stop = () => new Promise((done) => server.close(done))
  return { target: { host: '127.0.0.1', port: address.port }, scanned, stop }
}
