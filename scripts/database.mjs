// `npm run migrate`, `npm run backup -- FILE`, `npm run restore -- FILE` and `npm run drill`: each is a program of its own in
// server/cli, which says what it takes.
import { runBuilt, runCommand } from './lib/command.mjs'

// the program finds its arguments where it would if it were started itself
const [command] = process.argv.splice(2, 1)
runCommand(() => runBuilt(`cli/${command}.js`, { takesPaths: command !== 'migrate' }))
