// docs/scaling.md lists what the schema asks of an engine that speaks PostgreSQL. Whatever comes to be used is named there,
// and what would bind us to one server for good, an extension or a language that is installed into it, is not used at all.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDERS = ['server/db', 'server/db/migrations', 'server/repositories', 'server/postgres/backup']
/** Without remarks, which speak of what is not done too. */
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.(?:sql|ts)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) =>
      readFileSync(`${folder}/${name}`, 'utf8').replace(/--.*$|^\s*(?:\/\/|\*|\/\*\*).*$/gm, ''),
    ),
).join('\n')
const [, table = ''] = /A PostgreSQL-compatible distributed engine([\s\S]*?)\n## /.exec(
  `${readFileSync('docs/scaling.md', 'utf8')}\n## `,
) ?? ['', '']

const FEATURES: readonly [used: RegExp, named: RegExp][] = [
  [/create (?:constraint )?trigger/i, /triggers/],
  [/initially deferred/i, /deferred/],
  [/security definer/i, /security definer/],
  [/\bxid8\b|pg_snapshot/i, /xid8/],
  [/generated always as identity/i, /identity columns/],
  [/pg_(?:try_)?advisory/i, /advisory locks/],
  [/skip locked/i, /SKIP LOCKED/],
  [/pg_notify|\blisten /i, /LISTEN/],
  [/collate "C"/i, /collate "C"/],
  [/create unlogged table|set unlogged/i, /unlogged/],
  [/using (?:brin|gin|gist|spgist|hash)\b/i, /BRIN/],
  [/\bcopy \$?\{?[\w."]+/i, /COPY/],
]

test.each(FEATURES)('%s is named by %s while it is used, and no longer', (used, named) => {
  expect([used.source, named.test(table)]).toEqual([used.source, used.test(sources)])
})

test('no extension, no language but SQL and PL/pgSQL, no text search, no partition, no foreign table', () => {
  expect(sources.length).toBeGreaterThan(100_000)
  expect(sources).not.toMatch(
    /create extension|create (?:server|foreign)|partition by (?:range|list|hash)|to_tsvector|\bdblink\b/i,
  )
  const languages = [...sources.matchAll(/\blanguage (\w+)/gi)].map(([, name = '']) => name.toLowerCase())
  expect(new Set(languages)).toEqual(new Set(['sql', 'plpgsql']))
})
