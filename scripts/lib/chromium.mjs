// A Chromium for the browser tests: this machine's, Playwright's, or one from the system's packages.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { run, timed } from './run.mjs'

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

function inPath() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
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

const installed = () => [...inPath(), MAC, ...inPlaywrightsCache()].find(isProgram)

async function installFromApt() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] }
  await run('apt-get', ['update', '-q'], options)
  await run('apt-get', ['install', '-qy', '--no-install-recommends', 'chromium'], options)
}

/** null after saying what to do. */
export async function findChromium() {
  const present = process.env.CHROMIUM ?? installed()
  if (present) return present
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    await timed('Installing Chromium', installFromApt)
  const now = installed()
  if (!now)
    console.error(
      'The browser tests need Chromium: install chromium or google-chrome, or run `npx playwright install chromium`.',
    )
  return now ?? null
}
