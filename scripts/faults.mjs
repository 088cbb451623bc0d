// `npm run faults`: every fault in full, and the table of what was lost: nothing, or exit 1.
//   --seed N    again with the seed that a run printed     --only a,b   these alone, by their names in the table
//   --rounds N  as many rounds of each                     --short      as in `npm test`
// With DATABASE_URL (a superuser's) on that PostgreSQL, which is then not killed; otherwise on the built-in one.
import './setup/node-version.mjs'

import('./setup/run-faults.mjs').catch((error) => {
  console.error(error?.isPlain ? error.message : error)
  process.exit(1)
})
