// Whether something built from files is still up to date: a hash of those files, left beside what was built.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inPackages, inRoot } from './run.mjs'

function* filesOf(path) {
  const absolute = inRoot(path)
  if (!existsSync(absolute)) return
  if (statSync(absolute).isFile()) return yield path
  for (const name of readdirSync(absolute).sort()) {
    if (name === 'compiled' || name.startsWith('.') || /\.test\.tsx?$/.test(name)) continue
    yield* filesOf(join(path, name))
  }
}

/** Of the files and folders, named from the root, and of anything else that the result depends on. */
export function hashOf(paths, ...others) {
  const hash = createHash('sha256').update(JSON.stringify(others))
  for (const file of paths.flatMap((path) => [...filesOf(path)]))
    hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)))
  return hash.digest('hex')
}

/** A stamp of `build` is copied and removed with it, so that an installation without development packages starts. */
const stampFile = (name) =>
  ['web', 'server'].includes(name) ? inRoot('build', 'stamps', name) : inPackages('.cache', 'amanat', name)

export function isFresh(name, hash, ...outputs) {
  const file = stampFile(name)
  return (
    existsSync(file) &&
    readFileSync(file, 'utf8') === hash &&
    outputs.every((path) => existsSync(inRoot(path)))
  )
}

/** Leaves no stamp while the work goes on: killed in the middle, it is done again. */
export async function rebuild(name, hash, work) {
  const file = stampFile(name)
  rmSync(file, { force: true })
  await work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, hash)
}
