// A page words the codes of its own forms by messages/rule-text.ts. One whose words only the server has would be told as "check this field".
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FOUND_BY_SERVER } from './error-text.ts'

test('no rule of core or web yields a code whose words only the server has', () => {
  const sources = ['core', 'web']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  const quoted = new Set(
    sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/['"`](\w+)(?::[^'"`]*)?['"`]/g)].map(([, name = '']) => name),
    ),
  )
  expect(quoted).toContain('text_only')
  expect(Object.keys(FOUND_BY_SERVER).filter((name) => quoted.has(name))).toEqual([])
})
