// The team's accounts from the command line; the work is in server/cli/admin.ts.
//   npm run admin -- create --role Admin|Mediator --phone … --email … --password … [--name "First Last"]
//   npm run admin -- reset-second-factor --phone …
//   npm run admin -- end-sessions --phone …
//   npm run admin -- new-era, once after pg_restore
//   npm run admin -- accept-clock, when the clock that jumped is right
//   npm run admin -- move-deadlines --from … --to …, when nobody could reach the service
// On DATABASE_URL, or on the PostgreSQL of DATA_DIR, whether the server runs or not.
import { runBuilt, runCommand } from './lib/command.mjs'
import { plainError } from './lib/run.mjs'

const VERBS = ['create', 'reset-second-factor', 'end-sessions', 'new-era', 'accept-clock', 'move-deadlines']

runCommand(() => {
  // said before the build, which takes a minute
  if (!VERBS.includes(process.argv[2]))
    throw plainError(`Say what to do: npm run admin -- ${VERBS.join(' | ')}`)
  return runBuilt('cli/admin.js', { takesPaths: false })
})
