// `npm run bench`: the money core's speed beside PostgreSQL's own, into bench/RESULTS.md.
//   --only a,b     of release, deals, memory, growth      --seconds N    a figure (15)
//   --minutes N    of memory (10)                          --sizes a,b    of growth (1000,100000,1000000)
// With DATABASE_URL (a superuser's) on that PostgreSQL, otherwise on the built-in one.
import './setup/node-version.mjs'

import('./setup/run-bench.mjs').catch((error) => {
  console.error(error?.isPlain ? error.message : error)
  process.exit(1)
})
