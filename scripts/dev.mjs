// `npm run dev`: the pages from Vite on 5173, with what they ask for from a server that restarts on a change.
import './setup/node-version.mjs'

import('./setup/run-dev.mjs').catch((error) => {
  console.error(error?.isPlain ? error.message : error)
  process.exit(1)
})
