// The project's folder, and child processes in it: they end with us, and are quiet unless they fail.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const inRoot = (...parts) => join(root, ...parts)
/** A file of an installed package. */
export const inPackages = (...parts) => inRoot('node_modules', ...parts)

const running = new Set()

/** An error whose message says it all: no stack is shown for it. */
export function plainError(message) {
  return Object.assign(new Error(message), { isPlain: true })
}

const KILL_AFTER_MS = 10_000

/** Ends once they have: npm goes on for seconds, and another start in between would install into the same folder. */
async function endWithChildren(signal) {
  const ends = [...running].map((child) => new Promise((done) => child.once('close', done)))
  for (const child of running) child.kill(signal)
  setTimeout(() => {
    for (const child of running) child.kill('SIGKILL')
  }, KILL_AFTER_MS)
  await Promise.all(ends)
  process.exit(1)
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
let holds = 0
let isEnding = false

function onSignal(signal) {
  if (isEnding) return
  isEnding = true
  void endWithChildren(signal)
}

/**
 * Until the result is called, SIGTERM and Ctrl-C end the children as well: else their servers and databases go on unseen.
 * While a child runs it is so by itself.
 */
export function stopWithChildren() {
  if (holds === 0) for (const signal of SIGNALS) process.on(signal, onSignal)
  holds += 1
  return () => {
    holds -= 1
    if (holds === 0) for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}

/** The result is called when it has ended. */
function follow(child) {
  const release = stopWithChildren()
  running.add(child)
  return () => {
    if (running.delete(child)) release()
  }
}

/** The exit status; output goes to our own. */
export function run(command, args, { env = process.env, stdio = 'inherit' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio })
    const end = follow(child)
    const done = (status) => {
      end()
      resolve({ status: status ?? 1, child })
    }
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`)
      done(1)
    })
    child.on('close', done)
  })
}

/** Its output is shown only when it fails, which is then an error too. */
export async function runQuietly(what, command, args, env = process.env) {
  let output = ''
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = follow(child)
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text) => {
      output += text
    })
  }
  const failed = await new Promise((resolve) => {
    child.on('error', resolve)
    child.on('close', (status) => resolve(status === 0 ? null : `status ${status}`))
  })
  end()
  if (!failed) return
  console.error(output.trim())
  throw plainError(`${what} failed (${failed.message ?? failed}); its output is above.`)
}

/** One line on what takes a while, and how long it took. */
export async function timed(what, work) {
  const startedAt = Date.now()
  console.log(`${what} …`)
  const result = await work()
  console.log(`${what}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}
