// `npm run restore -- FILE`: see server/cli/restore.ts.
import { runBuilt, runCommand } from './lib/command.mjs'

runCommand(() => runBuilt('cli/restore.js'))
