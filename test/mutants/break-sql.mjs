// Where a deliberate break of the SQL goes: `npm run mutants -- sql`.
import { readdirSync, readFileSync } from 'node:fs'
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
export function breakSql(folder, { id, find, replace }) {
  const files = readdirSync(join(folder, MIGRATIONS)).map((name) => join(folder, MIGRATIONS, name))
  const places = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(patternOf(find))].map(() => ({ file, text }))
  })
  if (places.length !== 1) throw new Error(`mutant "${id}": its text stands ${places.length} times`)
  const [{ file, text }] = places
  return { file, text, broken: text.replace(patternOf(find), () => replace) }
}
