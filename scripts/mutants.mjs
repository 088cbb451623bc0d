// `npm run mutants [-- core | services | sql]`: breaks the program on purpose, one place at a time, and counts the
// breaks that the tests notice. Slow: not part of `npm test`. What survives and why stands in docs/mutants.md.

import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { SQL_MUTANTS } from '#test/mutants/sql-mutants.mjs'

const MIGRATIONS = 'server/db/migrations'

function tracked(root) {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout.trim().split('\n')
}

/** A copy of the sources to break, so that the checkout is never left broken. */
function copySources(root, folder) {
  rmSync(folder, { recursive: true, force: true })
  for (const file of tracked(root)) {
    if (!existsSync(join(root, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const output of ['messages/compiled', 'build/server', 'build/client', 'build/site'])
    if (existsSync(join(root, output))) cpSync(join(root, output), join(folder, output), { recursive: true })
}

const pattern = (text) =>
  new RegExp(
    text
      .trim()
      .split(/\s+/)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s+'),
    'g',
  )

/** The file and its broken text; a mutant whose text is not there exactly once is out of date. */
function broken(folder, { id, find, replace }) {
  const files = readdirSync(join(folder, MIGRATIONS)).map((name) => join(folder, MIGRATIONS, name))
  const places = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(pattern(find))].map(() => ({ file, text }))
  })
  if (places.length !== 1) throw new Error(`mutant "${id}": its text stands ${places.length} times`)
  const [{ file, text }] = places
  return { file, text, mutated: text.replace(pattern(find), () => replace) }
}

function runTests(folder, tests) {
  const args = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project',
    'db',
    '--bail',
    '1',
    ...tests,
  ]
  const existing = tests.filter((file) => existsSync(join(folder, file)))
  if (existing.length !== tests.length) throw new Error(`missing tests: ${tests}`)
  const { status } = spawnSync(process.execPath, args, { cwd: folder, stdio: 'ignore' })
  return status === 0
}

export function runSqlMutants(root, only) {
  const folder = join(root, 'build', 'mutants', 'sql')
  copySources(root, folder)
  const groups = new Set(SQL_MUTANTS.map(({ tests }) => tests.join(' ')))
  for (const group of only ? [] : groups)
    if (!runTests(folder, group.split(' '))) throw new Error(`fails without a mutant: ${group}`)
  const results = []
  for (const mutant of SQL_MUTANTS) {
    if (only && !mutant.id.includes(only)) continue
    const { file, text, mutated } = broken(folder, mutant)
    writeFileSync(file, mutated)
    const survived = runTests(folder, mutant.tests)
    writeFileSync(file, text)
    results.push({ id: mutant.id, survived })
    console.log(`${survived ? 'SURVIVED' : 'noticed '}  ${mutant.id}`)
  }
  const noticed = results.filter(({ survived }) => !survived).length
  console.log(`\n${noticed} of ${results.length} breaks of the SQL were noticed`)
  return results
}
runSqlMutants(process.cwd(), process.argv[2])
