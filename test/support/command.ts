/** A program of server/ in a process of its own, with settings of its own and none of a `.env` file. */
import { type ChildProcess, execFile } from 'node:child_process'

/** The folder of `build` into which bundle.ts puts the programs before the first test. */
export const PROGRAMS = 'programs'

/** One of them, by its source: `bundled('server/main.ts')`. */
export const bundled = (source: string): string => `build/${PROGRAMS}/${source.replace(/\.ts$/, '.js')}`

export interface Ended {
  readonly code: number
  /** Both outputs. */
  readonly text: string
}
export interface Running {
  readonly process: ChildProcess
  readonly ended: Promise<Ended>
}

export function startCommand(
  file: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Running {
  const env = { ...process.env, ENV_FILE: '/dev/null', NODE_ENV: '', ...settings }
  const command = [bundled(file), ...args]
  let child: ChildProcess | undefined
  const ended = new Promise<Ended>((done) => {
    child = execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    )
  })
  return { process: child as ChildProcess, ended }
}

export const runCommand = (...given: Parameters<typeof startCommand>): Promise<Ended> =>
  startCommand(...given).ended
