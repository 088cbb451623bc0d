// `npm run build`: what `npm start` does before it starts.
import { build } from './lib/build.mjs'
import { prepare, runCommand } from './lib/command.mjs'

runCommand(() => prepare(build))
