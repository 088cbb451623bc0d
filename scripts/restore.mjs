// `npm run restore -- FILE`: see server/cli/restore.ts.
import './setup/node-version.mjs'

import('./setup/run-command.mjs')
  .then(({ runCommand }) => runCommand('restore'))
  .catch((error) => {
    console.error(error?.isPlain ? error.message : error)
    process.exit(1)
  })
