// A process of its own that opens the embedded database of the folder it is given, says so, and stops it
// when its input ends. Tests kill it.
import { startEmbedded } from '#server/postgres/embedded/embedded.ts'

const [dataDir = ''] = process.argv.slice(2)
const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`)

startEmbedded(dataDir, (line) => say({ line })).then(
  ({ url, stop }) => {
    say({ url })
    process.stdin.resume()
    process.stdin.on('end', async () => {
      await stop()
      say({ stopped: true })
    })
  },
  (error) => say({ error: error.message }),
)
