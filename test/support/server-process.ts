/** The server as a process of its own, without pages. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { vi } from 'vitest'
import { bundled } from './command.ts'

/** Answers with its address once it is ready, and how to stop it; a stop waits for the running round of each job. */
export async function startServer(
  settings: Record<string, string>,
): Promise<{ at: string; output: () => string; stop: () => Promise<number> }> {
  const given = { PORT: '0', DEMO: '0', LOG_LEVEL: 'error', ENV_FILE: '/dev/null', NODE_ENV: '' }
  const env = { ...process.env, ...given, ...settings }
  const child = spawn(process.execPath, [bundled('server/main.ts'), '--no-pages'], { env })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data
    })
  const at = await vi.waitFor(
    () => {
      const [, address] = /ready at (http:\S+)/.exec(output) ?? []
      if (!address && child.exitCode === null) throw new Error(`not ready: ${output}`)
      return address
    },
    { timeout: 90_000, interval: 50 },
  )
  if (!at) throw new Error(`it ended: ${output}`)
  return {
    at,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      return (await ended)[0]
    },
  }
}
