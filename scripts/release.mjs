// `npm run release`: what is handed over for the version of package.json, in build/release: the built program as an
// archive, its bill of materials (CycloneDX), the licences of its packages, and the checksums of all three.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { build } from './lib/build.mjs'
import { prepare, runCommand } from './lib/command.mjs'
import { inRoot, plainError, runQuietly } from './lib/run.mjs'
import { licenceList, sbomOf } from './lib/sbom.mjs'

/** What `npm ci --omit=dev` and `node build/server/main.js` need, and what an operator reads. */
const CONTENTS = [
  ...[
    'build/server',
    'build/client',
    'build/site',
    'server/db/migrations',
    'server/http/openapi/recorded-examples.json',
    'content',
    'sdk',
    'deploy',
    'docs/operations',
  ],
  ...['package-lock.json', '.npmrc', '.env.example', 'LICENSE', 'README.md', 'CHANGELOG.md'],
]

/** Of the archive, which has the built programs and not what builds them: the commands that docs/operations names. */
const COMMANDS = {
  start: 'exec node build/server/main.js',
  ...Object.fromEntries(
    ['migrate', 'backup', 'restore', 'drill', 'admin'].map((name) => [
      name,
      `exec node build/server/cli/${name}.js`,
    ]),
  ),
}

const readJson = (file) => JSON.parse(readFileSync(inRoot(file), 'utf8'))

async function release() {
  const program = readJson('package.json')
  const lock = readJson('package-lock.json')
  if (lock.version !== program.version)
    throw plainError(`package.json is ${program.version} and package-lock.json ${lock.version}: npm install.`)
  const folder = inRoot('build', 'release')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const base = `${program.name}-${program.version}`
  const names = [`${base}.tar.gz`, `${base}.cdx.json`, `${base}-licences.txt`]
  const [archive, sbom, licences] = names
  writeFileSync(`${folder}/${sbom}`, `${JSON.stringify(sbomOf(lock, program, new Date()), null, 2)}\n`)
  writeFileSync(`${folder}/${licences}`, licenceList(lock))
  const prefix = `s,^,${base}/,`
  const args = [
    '-czf',
    `${folder}/${archive}`,
    '--owner=0',
    '--group=0',
    '--transform',
    prefix,
    // where compose.yaml has its secrets, on a machine that also serves
    '--exclude=deploy/secrets',
    '-C',
    inRoot(),
  ]
  const own = inRoot('build', 'release-package')
  mkdirSync(own, { recursive: true })
  writeFileSync(`${own}/package.json`, `${JSON.stringify({ ...program, scripts: COMMANDS }, null, 2)}\n`)
  await runQuietly('Packing', 'tar', [...args, ...CONTENTS, '-C', own, 'package.json'])
  const sums = names.map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(`${folder}/${name}`))
      .digest('hex')
    return `${hash}  ${name}\n`
  })
  writeFileSync(`${folder}/SHA256SUMS`, sums.join(''))
  for (const name of [...names, 'SHA256SUMS']) console.log(`build/release/${name}`)
}

runCommand(async () => {
  await prepare(build)
  await release()
})
