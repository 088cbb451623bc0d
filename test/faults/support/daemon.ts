/** Programs of the system that a fault is played with: proxies, a consensus store, database agents. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** Where a program is, or null when it is not installed. */
function findProgram(name: string): string | null {
  for (const folder of FOLDERS)
    try {
      accessSync(join(folder, name), constants.X_OK)
      return join(folder, name)
    } catch {}
  return null
}

/** Why a fault that needs them cannot be played here. */
export const missing = (...names: string[]): string | false => {
  const absent = names.filter((name) => findProgram(name) === null)
  return absent.length > 0 && `${absent.join(', ')} not installed`
}

const running = new Set<Daemon>()

export class Daemon {
  readonly child: ChildProcess
  readonly #ended: Promise<unknown>
  output = ''

  /** PostgreSQL refuses to run as root: as its own user where there is one. */
  constructor(name: string, args: readonly string[], { user }: { user?: string } = {}) {
    const program = findProgram(name) ?? name
    const isRoot = process.getuid?.() === 0
    const [file, ...rest] =
      user && isRoot ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', program] : [program]
    this.child = spawn(file as string, [...rest, ...args], {
      // a group of its own, so that all of its processes can be killed or frozen at once
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: FOLDERS.join(delimiter), HOME: '/tmp', LANG: 'C.UTF-8' },
    })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (text) => {
        this.output = `${this.output}${text}`.slice(-20_000)
      })
    this.#ended = once(this.child, 'exit')
    running.add(this)
  }

  /** To the program and all that it started in its group. */
  signal(name: NodeJS.Signals): void {
    if (this.child.pid === undefined) return
    try {
      process.kill(-this.child.pid, name)
    } catch {}
  }

  async stop(name: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    running.delete(this)
    const hasEnded = this.child.exitCode !== null || this.child.signalCode !== null
    this.signal('SIGCONT')
    this.signal(name)
    if (!hasEnded) await this.#ended
  }
}

export const stopDaemons = async (): Promise<void> => {
  await Promise.all([...running].map((daemon) => daemon.stop()))
}
process.on('exit', () => {
  for (const daemon of running) daemon.signal('SIGKILL')
})
