// The server as one file, as `npm start` runs it, for the processes that are killed: it starts sooner than from source.
import { build } from 'esbuild'

export default async function setup(): Promise<void> {
  await build({
    entryPoints: [
      'server/main.ts',
      'server/cli/backup.ts',
      'server/cli/restore.ts',
      'test/faults/support/migrate-process.ts',
    ],
    outdir: 'build/faults',
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
