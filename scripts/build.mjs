// `npm run build`: what `npm start` does before it starts.
import './setup/node-version.mjs'

import('./setup/run-build.mjs').catch((error) => {
  console.error(error?.isPlain ? error.message : error)
  process.exit(1)
})
