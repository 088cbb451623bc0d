// Where a deliberate break of the SQL goes: `npm run mutants -- sql`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const MIGRATIONS = 'server/db/migrations'

/** White space aside: a mutant outlives a new line break. */
const patternOf = (text) =>
  new RegExp(
    text
      .trim()
      .split(/\s+/)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s+'),
    'g',
  )

/** The file and its broken text; a mutant whose text is not there exactly once is out of date. */
export function breakSql(folder, { id, migration, find, replace }) {
  const file = join(folder, MIGRATIONS, migration)
  const text = readFileSync(file, 'utf8')
  const { length } = [...text.matchAll(patternOf(find))]
  if (length !== 1) throw new Error(`mutant "${id}": its text stands ${length} times in ${migration}`)
  return { file, text, broken: text.replace(patternOf(find), () => replace) }
}
