/**
 * Three parts of zod are of no use in the browser, yet every schema holds on to them: writing JSON schemas, English
 * sentences about what is wrong (fields name a code of messages/error-text.ts), and parsers made at run time, which the
 * pages' script policy refuses. Without this plugin each page of the app loads all three.
 */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const JSON_SCHEMA = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/
const ENGLISH = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/
const SCHEMAS = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/
const EXPORTED = /^export (?:function|const|class) (\w+)/gm

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
    const stripped = code.replaceAll('core.$ZodObjectJIT', 'core.$ZodObject')
    if (stripped === code) throw new Error('zod has no $ZodObjectJIT any more: look at strip-zod.ts again')
    return { code: stripped, map: null }
  },
})
