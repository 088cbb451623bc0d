// The process that builds becomes the server: whatever it leaves running stays for as long as that serves.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'

const FOLDER = 'test-bundle'
afterAll(() => rmSync(`build/${FOLDER}`, { recursive: true, force: true }))

/** How many processes are beneath one of Node.js that has run this, up to five seconds later. */
const childrenAfter = (work: string) =>
  new Promise<string>((done, fail) => {
    const script = `
      import { readFileSync } from 'node:fs'
      import { setTimeout as sleep } from 'node:timers/promises'
      import { bundleServer } from './scripts/lib/build.mjs'
      const children = () => readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim()
      ${work}
      for (let tries = 0; tries < 50 && children() !== ''; tries++) await sleep(100)
      console.log(children() === '' ? 'none' : 'some')
      process.exit()`
    execFile(process.execPath, ['--input-type=module', '-e', script], (error, stdout) =>
      error ? fail(error) : done(stdout.trim()),
    )
  })

test.skipIf(process.platform !== 'linux')(
  'a build leaves no process behind',
  async () => {
    // the control: the bundler stays when it is not told to end
    const unended = "const esbuild = await import('esbuild'); await esbuild.transform('1')"
    expect(await childrenAfter(unended)).toBe('some')
    expect(await childrenAfter(`await bundleServer('${FOLDER}')`)).toBe('none')
  },
  120_000,
)
