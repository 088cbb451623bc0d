// `npm run test:node -- 22`: the server's tests under another Node.js, 22 or 24, that comes from the registry.
//   npm run test:node -- 24 db test/db/login.test.ts   then as `npm test`: steps of it, files of a step, options
import { prepare, runCommand } from './lib/command.mjs'
import { environmentOf, installNode, VERSIONS } from './lib/other-node.mjs'
import { inRoot, plainError, run } from './lib/run.mjs'

/** Those without pages: what a browser runs does not depend on the server's Node.js. */
const STEPS = ['unit', 'db', 'http']

runCommand(async () => {
  const [major, ...rest] = process.argv.slice(2)
  if (!major) throw plainError(`Say which Node.js: npm run test:node -- ${Object.keys(VERSIONS).at(-1)}`)
  await prepare(async () => {})
  const program = await installNode(major)
  const env = environmentOf(program)
  await run(program, ['-p', '"Node.js " + process.version'], { env })
  const args = [inRoot('scripts', 'test.mjs'), ...(rest.length > 0 ? rest : STEPS)]
  const { status } = await run(program, args, { env })
  process.exitCode = status
})
