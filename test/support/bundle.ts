/**
 * The server and its commands as files of JavaScript, as `npm start` and `npm run admin` run them: from the sources each
 * process would spend three to five seconds on reading TypeScript before it begins.
 */
import { readdirSync } from 'node:fs'
import { build } from 'esbuild'
import { BUNDLES } from './command.ts'

const COMMANDS = 'server/cli'

export default async function setup(): Promise<void> {
  await build({
    entryPoints: [
      'server/main.ts',
      ...readdirSync(COMMANDS).map((file) => `${COMMANDS}/${file}`),
      'test/support/cluster-lease-process.ts',
      'test/faults/support/migrate-process.ts',
    ],
    outdir: BUNDLES,
    outbase: '.',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    logLevel: 'warning',
  })
}
