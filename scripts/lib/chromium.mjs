// Chromium for the browser tests: this machine's, Playwright's, or one from the system's packages.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { run, timed } from './run.mjs'

/** Chromium without all that is of a desktop's browser: a context takes half of the processor time. Debian's packages have it. */
const SHELL = 'chromium-headless-shell'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const CACHED = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
]

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function inPath(names) {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function inPlaywrightsCache() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  if (!existsSync(folder)) return []
  const builds = readdirSync(folder).filter((name) => name.startsWith('chromium-'))
  return builds
    .sort()
    .reverse()
    .flatMap((name) => CACHED.map((file) => join(folder, name, file)))
}

const installed = () => [...inPath(NAMES), MAC, ...inPlaywrightsCache()].find(isProgram)
const installedShell = () => inPath([SHELL]).find(isProgram)

const hasApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
const QUIETLY = {
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  stdio: ['ignore', 'ignore', 'inherit'],
}

async function installFromApt(name) {
  await run('apt-get', ['update', '-q'], QUIETLY)
  await run('apt-get', ['install', '-qy', '--no-install-recommends', name], QUIETLY)
}

/** null after saying what to do. */
export async function findChromium() {
  const present = process.env.CHROMIUM ?? installed()
  if (present) return present
  if (hasApt()) await timed('Installing Chromium', () => installFromApt('chromium'))
  const now = installed()
  if (!now)
    console.error(
      'The browser tests need Chromium: install chromium or google-chrome, or run `npx playwright install chromium`.',
    )
  return now ?? null
}

/** `chromium` itself where the shell is neither here nor among the system's packages. It keeps no notifications. */
export async function findHeadlessShell(chromium) {
  if (process.env.CHROMIUM) return chromium
  const isPackage = async () => (await run('apt-cache', ['show', SHELL], { stdio: 'ignore' })).status === 0
  if (!installedShell() && hasApt() && (await isPackage()))
    await timed('Installing the headless shell of Chromium', () => installFromApt(SHELL))
  return installedShell() ?? chromium
}
