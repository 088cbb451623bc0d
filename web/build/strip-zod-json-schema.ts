/**
 * Zod's writing of JSON schemas is the server's alone, yet every schema holds on to it: without this plugin each page
 * of the app loads it too.
 */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const JSON_SCHEMA = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/
const EXPORTED = /^export (?:function|const|class) (\w+)/gm

export const stripZodJsonSchema = (): Plugin => ({
  name: 'strip-zod-json-schema',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load(id) {
    if (!JSON_SCHEMA.test(id)) return null
    const names = [...readFileSync(id, 'utf8').matchAll(EXPORTED)].map(([, name]) => name)
    return names.map((name) => `export const ${name} = () => undefined`).join('\n')
  },
})
