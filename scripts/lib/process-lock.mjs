// Two `npm start` of one folder must not install and build over each other: the second waits for the first.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './run.mjs'

// Not in the folder itself: npm ci empties node_modules, and the build empties build.
const file = join(tmpdir(), `amanat-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function tryTake() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const pid = holder()
  if (pid && (pid === process.pid || !isAlive(pid))) rmSync(file, { force: true })
  return false
}

function holder() {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

export async function locked(work) {
  while (!tryTake()) await sleep(100)
  const drop = () => rmSync(file, { force: true })
  process.once('exit', drop)
  try {
    return await work()
  } finally {
    drop()
    process.off('exit', drop)
  }
}
