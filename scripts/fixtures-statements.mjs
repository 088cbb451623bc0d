// The world of the sample bank statements in an empty database; the work is in server/cli/fixtures-statements.ts.
//   npm run fixtures:statements -- STATE.json
// On DATABASE_URL, or on the PostgreSQL of DATA_DIR, whether the server runs or not. Prints [{"account", "id"}].
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { runBuilt, runCommand } from './lib/command.mjs'
import { plainError } from './lib/run.mjs'

runCommand(() => {
  const [file, ...more] = process.argv.slice(2)
  if (!file || more.length > 0) throw plainError('Name the state: npm run fixtures:statements -- STATE.json')
  // said before the build, which takes a minute
  if (!existsSync(resolve(process.env.INIT_CWD ?? process.cwd(), file)))
    throw plainError(`${file} is not there.`)
  return runBuilt('cli/fixtures-statements.js')
})
