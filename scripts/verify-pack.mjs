// Checks an evidence pack: every hash, the chains of events and messages, the signature, and whose key it is. Names what
// was changed. Without a key to trust it says so: anybody can sign a pack of their own making.
//   npm run verify-pack -- FILE --from https://the.service | --key HEX-or-PEM
// 0: as it was made, by the key that is trusted. 1: changed, or by another key. 2: by an unknown key, or not asked right.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare } from './lib/command.mjs'
import { givenKey, publishedKeys, trustProblem } from './verify-pack/keys.mjs'

const USAGE = 'npm run verify-pack -- FILE --from URL (or --key HEX, or --key FILE.pem)'

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string' }, from: { type: 'string' } },
    })
    if (positionals.length !== 1) return null
    // npm has moved to the project's folder: a path that somebody gives starts at their own
    const from = process.env.INIT_CWD ?? process.cwd()
    const ownPath = (path) => (existsSync(resolve(from, path)) ? resolve(from, path) : path)
    return { ...values, file: resolve(from, positionals[0]), key: values.key && ownPath(values.key) }
  } catch {
    return null
  }
}

/** Null where no key was given. */
async function trustedKeys({ key, from }) {
  if (key !== undefined) return [givenKey(key)]
  return from === undefined ? null : publishedKeys(from)
}

async function main() {
  const request = readArguments()
  if (!request) throw new Error(`Which pack? ${USAGE}`)
  if (!existsSync(request.file)) throw new Error(`${request.file} is not there.`)
  await prepare(async () => {}, { development: false })
  const { checkPack } = await import('./verify-pack/check.mjs')
  const keys = await trustedKeys(request)
  const { problems, summary, signature, madeAt } = await checkPack(request.file)
  const untrusted = problems.length === 0 && keys !== null ? trustProblem(keys, signature, madeAt) : null
  const all = untrusted === null ? problems : [untrusted]
  for (const { file, what } of all) console.log(`CHANGED  ${file}: ${what}`)
  if (all.length > 0) {
    console.log(`\n${all.length} problem(s): this pack is not what was made.`)
    return 1
  }
  if (keys === null) {
    console.log(`UNKNOWN  The pack is whole, and made by an unknown key: ${USAGE}`)
    console.log(summary.slice(1).join('\n'))
    return 2
  }
  console.log(summary.join('\n'))
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error.message)
  process.exitCode = 2
}
