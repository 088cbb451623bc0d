// `npm run backup -- FILE`: see server/cli/backup.ts.
import { runBuilt, runCommand } from './lib/command.mjs'

runCommand(() => runBuilt('cli/backup.js'))
