// `npm start`: installs and builds what is missing or out of date, then becomes the server.
import { runBuilt, runCommand } from './lib/command.mjs'

runCommand(() => runBuilt('main.js'))
