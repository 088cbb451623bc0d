/**
 * Which statements of a migration the program before it could not live with: everything but what only adds. By their
 * beginnings: whatever is not known to add is told, so that a person reads it.
 */

/** Statements without comments, bodies and strings, in lower case with single spaces. */
function statementsOf(text: string): string[] {
  const plain = text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
  return plain
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')
}

const NAME = '"?([\\w.]+)"?'
const ADDS = [
  new RegExp(`^create (?:unlogged )?table (?:if not exists )?${NAME} `),
  new RegExp(`^create (?:sequence|type|view) ${NAME}`),
  // without `or replace`: the old program would call what was replaced
  new RegExp(`^create function ${NAME}`),
  new RegExp(`^create index (?:if not exists )?${NAME} on ${NAME}`),
  /^grant /,
  /^comment on /,
]
/** What narrows an old table is harmless on one of the migration's own. */
const ON_TABLES = [
  new RegExp(`^create unique index (?:if not exists )?\\w+ on ${NAME}`),
  new RegExp(`^create (?:constraint )?trigger .*? on ${NAME} `),
  new RegExp(`^insert into ${NAME}[ (]`),
  new RegExp(`^alter table ${NAME} `),
]
const CREATED = new RegExp(`^create (?:unlogged )?table (?:if not exists )?${NAME} `)
/** The rows that the old program writes have the default; a check or a key of the column could refuse them. */
const ADDED_COLUMN = /^add column (?:if not exists )?\w+ (?!.*\b(?:unique|check|primary key)\b)/
const NARROWS = /\bnot null\b/
const FILLED = /\bdefault\b|\bgenerated\b/

/** `a int default f(1, 2), add column b int` → its actions: a comma within parentheses parts nothing. */
function actionsOf(alteration: string): string[] {
  let depth = 0
  const parts = ['']
  for (const letter of alteration) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}

function onlyAddsColumns(statement: string): boolean {
  const [, alteration] = new RegExp(`^alter table ${NAME} (.*)$`).exec(statement)?.slice(1) ?? []
  if (!alteration) return false
  return actionsOf(alteration).every(
    (action) => ADDED_COLUMN.test(action) && (!NARROWS.test(action) || FILLED.test(action)),
  )
}

/** Of an additive migration: the statements that do more than add. */
export function doesMoreThanAdd(text: string): string[] {
  const statements = statementsOf(text)
  const own = new Set(statements.map((statement) => CREATED.exec(statement)?.[1]))
  const isOfOwnTable = (statement: string) =>
    ON_TABLES.some((pattern) => own.has(pattern.exec(statement)?.[1] ?? ''))
  return statements.filter(
    (statement) =>
      !ADDS.some((pattern) => pattern.test(statement)) &&
      !isOfOwnTable(statement) &&
      !onlyAddsColumns(statement),
  )
}
