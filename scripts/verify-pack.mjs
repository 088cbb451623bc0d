// Checks an evidence pack: every hash, the chains of events and messages, the signature, and whose key it is. Names what
// was changed. Without a key to trust it says so: anybody can sign a pack of their own making.
//   npm run verify-pack -- FILE --from https://the.service | --key HEX-or-PEM
// 0: as it was made, by the key that is trusted. 1: changed, or by another key. 2: by an unknown key, or not asked right.
import { parseArgs } from 'node:util'
import { checkPack } from './verify-pack/check.mjs'
import { givenKey, publishedKeys, trustProblem } from './verify-pack/keys.mjs'

const USAGE = 'npm run verify-pack -- FILE --from URL (or --key HEX, or --key FILE.pem)'

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string' }, from: { type: 'string' } },
    })
    return positionals.length === 1 ? { file: positionals[0], ...values } : null
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
