/** The real server and its commands in processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { bundled } from '#test/support/command.ts'
import { watchLine } from './log-watch.ts'

/** None of the settings of the shell, nor of a developer's .env. */
const CLEAN = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  HOME: process.env.HOME ?? '/',
  ENV_FILE: '/dev/null',
}
/** Whatever port they are reached by, also through a TCP proxy. */
export const HOST = 'amanat.test'
const running = new Set<ChildProcess>()

export const killAll = (): void => {
  for (const child of running) child.kill('SIGKILL')
}
process.on('exit', killAll)

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

export class Program {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  output = ''
  #waiting: (() => void)[] = []

  /** The arguments of Node.js, the first of them a file of `bundled`, or one of another program's folder. */
  constructor(args: readonly string[], env: Record<string, string>, cwd = '.') {
    this.child = spawn(process.execPath, args, {
      cwd,
      env: { ...CLEAN, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(this.child)
    for (const stream of [this.child.stdout, this.child.stderr]) {
      let rest = ''
      stream?.on('data', (text) => {
        this.output += text
        const lines = `${rest}${text}`.split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) watchLine(line)
        if (process.env.FAULTS_LOG) process.stdout.write(`${this.child.pid} ${text}`)
        this.#tell()
      })
    }
    this.ended = new Promise((resolve) => {
      this.child.on('close', (code) => {
        running.delete(this.child)
        resolve(code)
        this.#tell()
      })
    })
  }

  #tell(): void {
    for (const tell of this.#waiting.splice(0)) tell()
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.output)
      if (match) return match
      if (!this.isAlive) throw new Error(`it ended without saying ${pattern}: ${this.output}`)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  async signal(name: NodeJS.Signals): Promise<number | null> {
    this.child.kill(name)
    return this.ended
  }
}

export interface ServerSettings {
  readonly port: number
  readonly databaseUrl?: string
  readonly dataDir: string
  /** Besides, or instead of those below. */
  readonly env?: Record<string, string>
  /** Of another checkout, whose program it is to be. */
  readonly folder?: string
}

export const serverEnv = ({ port, databaseUrl, dataDir, env }: ServerSettings): Record<string, string> => ({
  PORT: String(port),
  DATA_DIR: dataDir,
  DEMO: '0',
  // all that an operator would see where the log is kept; in the short form the time goes to the faults
  LOG_LEVEL: process.env.FAULTS_LOG ?? (process.env.FAULTS_REPORT ? 'info' : 'error'),
  RATE_LIMIT_FACTOR: '1000000',
  PUBLIC_URL: `http://${HOST}`,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  ...env,
})

/** Answers when the server says that it is ready. */
export async function startServer(settings: ServerSettings): Promise<Program> {
  const program = new Program([bundled('server/main.ts')], serverEnv(settings), settings.folder)
  await program.says(/is ready at/)
  return program
}
