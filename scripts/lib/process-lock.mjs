// Two `npm start` of one folder must not install and build over each other: the second waits for the first.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { plainError, root } from './run.mjs'

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

/** Who was killed between making the file and writing into it, or met a full disk, left an empty one. */
const EMPTY_MS = 5_000
const TELL_AFTER_MS = 2_000

function isAbandoned(pid) {
  if (pid) return pid === process.pid || !isAlive(pid)
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
  return Date.now() - mtimeMs > EMPTY_MS
}

function removeAbandoned() {
  try {
    rmSync(file, { force: true })
  } catch (error) {
    throw plainError(`${file} was left by another user’s command and cannot be removed: ${error.message}.`)
  }
}

function tryTake() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (isAbandoned(holder())) removeAbandoned()
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
  const startedAt = Date.now()
  let isTold = false
  while (!tryTake()) {
    if (!isTold && Date.now() - startedAt > TELL_AFTER_MS) {
      isTold = true
      console.log(`Process ${holder()} prepares this folder (${file}): waiting for it.`)
    }
    await sleep(100)
  }
  const drop = () => rmSync(file, { force: true })
  process.once('exit', drop)
  try {
    return await work()
  } finally {
    drop()
    process.off('exit', drop)
  }
}
