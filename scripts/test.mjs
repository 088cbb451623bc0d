// `npm test`: sets itself up, then every check and every test, whatever fails before, and one line of sums.
// `npm test -- types unit` runs those alone.
import './setup/node-version.mjs'

import('./setup/run-tests.mjs').catch((error) => {
  console.error(error?.isPlain ? error.message : error)
  console.log('0 passed, 1 failed')
  process.exit(1)
})
