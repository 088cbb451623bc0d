// `npm run backup -- FILE`: see server/cli/backup.ts.
import './setup/node-version.mjs'

import('./setup/run-command.mjs')
  .then(({ runCommand }) => runCommand('backup'))
  .catch((error) => {
    console.error(error?.isPlain ? error.message : error)
    process.exit(1)
  })
