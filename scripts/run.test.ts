/** A command that is stopped takes what it has started with it: else a test's servers and databases go on unseen. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const CHILD = 'console.log(process.pid); setInterval(() => {}, 1000)'
const COMMAND = `import { run } from '#scripts/lib/run.mjs'
await run(process.execPath, ['-e', ${JSON.stringify(CHILD)}])`

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends what a command runs', async (signal) => {
  const command = spawn(process.execPath, ['--input-type=module', '-e', COMMAND], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(command.stdout, 'data')
  const pid = Number(String(line))
  try {
    expect(isThere(pid)).toBe(true)
    command.kill(signal)
    await once(command, 'exit')
    expect(isThere(pid)).toBe(false)
  } finally {
    if (isThere(pid)) process.kill(pid, 'SIGKILL')
  }
})
