/**
 * Four parts of zod are of no use in the browser, yet every schema holds on to them: writing JSON schemas, English
 * sentences about what is wrong (fields name a code of messages/error-text.ts), parsers made at run time, which the
 * pages' script policy refuses, and formats by a method of a string (ours are written z.email(), z.iso.date()). Without
 * this plugin each page of the app loads all four.
 */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const JSON_SCHEMA = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/
const ENGLISH = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/
const SCHEMAS = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/
const EXPORTED = /^export (?:function|const|class) (\w+)/gm

/** `string().uuid()` and its like, each of which holds on to a class and its pattern. */
const FORMAT_METHOD =
  / {4}\w+\(params\) \{\n {8}return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},\n/g

function strip(code: string, pattern: RegExp, by: string): string {
  const stripped = code.replace(pattern, () => by)
  if (stripped === code) throw new Error(`zod has no ${pattern.source} any more: look at strip-zod.ts again`)
  return stripped
}

export const stripZod = (): Plugin => ({
  name: 'strip-zod',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load(id) {
    if (ENGLISH.test(id)) return 'export default () => ({ localeError: () => undefined })'
    if (!JSON_SCHEMA.test(id)) return null
    const names = [...readFileSync(id, 'utf8').matchAll(EXPORTED)].map(([, name]) => name)
    return names.map((name) => `export const ${name} = () => undefined`).join('\n')
  },
  transform(code, id) {
    if (!SCHEMAS.test(id)) return null
    return {
      code: strip(strip(code, /core\.\$ZodObjectJIT/g, 'core.$ZodObject'), FORMAT_METHOD, ''),
      map: null,
    }
  },
})
