/** Zod's writing of JSON schemas, which only the server does; nothing in a browser calls it, yet every schema holds on to it. */
import { readFileSync } from 'node:fs'

const SCHEMAS = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/
const EXPORTED = /^export (?:function|const|class) (\w+)/gm

export const leanZod = () => ({
  name: 'lean-zod',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load(id) {
    if (!SCHEMAS.test(id)) return null
    const names = [...readFileSync(id, 'utf8').matchAll(EXPORTED)].map(([, name]) => name)
    return names.map((name) => `export const ${name} = () => undefined`).join('\n')
  },
})
