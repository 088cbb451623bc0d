/**
 * The server and its commands as files of JavaScript, built as `npm start` and `npm run admin` build them: from the
 * sources each process would spend three to five seconds on reading TypeScript before it begins.
 */
import { build } from 'esbuild'
import { serverBundle } from '#scripts/lib/build.mjs'
import { PROGRAMS } from './command.ts'

export default async function setup(): Promise<void> {
  const server = serverBundle(PROGRAMS)
  await build({
    ...server,
    entryPoints: [
      ...server.entryPoints,
      'test/support/cluster-lease-process.ts',
      'test/faults/support/migrate-process.ts',
    ],
    // theirs are outside of server/
    outbase: '.',
  })
}
