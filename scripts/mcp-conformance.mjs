// `npm run mcp-conformance [ADDRESS]`: the scenarios of the Model Context Protocol's own conformance suite that apply to a
// server, against one that runs (`npm start`). The suite needs Node.js 22, which comes from the registry as a package.
import { prepare, runCommand } from './lib/command.mjs'
import { environmentOf, installNode } from './lib/other-node.mjs'
import { plainError, run } from './lib/run.mjs'

const SUITE = '@modelcontextprotocol/conformance@0.1.16'
const NODE = 22
/** The others call tools and prompts that the suite's own test server has. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection']
const DEFAULT_ADDRESS = 'http://localhost:3000/mcp'

async function requireServer(address) {
  const answer = await fetch(new URL('/healthz', address)).catch(() => null)
  if (!answer?.ok)
    throw plainError(`No server answers at ${address}: start it with npm start, or name its address.`)
}

runCommand(async () => {
  await prepare(async () => {})
  const [address = DEFAULT_ADDRESS] = process.argv.slice(2)
  if (!URL.canParse(address)) throw plainError(`${address} is no address.`)
  const url = new URL(address)
  // of a site's own address every scenario fails, and nothing says why
  if (url.pathname === '/') url.pathname = '/mcp'
  const { href } = url
  await requireServer(href)
  const env = environmentOf(await installNode(NODE))
  const failed = []
  for (const scenario of SCENARIOS) {
    const call = `conformance server --url '${href.replaceAll("'", '%27')}' --scenario ${scenario}`
    const args = ['--yes', `--package=${SUITE}`, '--call', call]
    const { status } = await run('npx', args, { env })
    if (status !== 0) failed.push(scenario)
  }
  console.log(`\n${SCENARIOS.length - failed.length} of ${SCENARIOS.length} scenarios passed`)
  for (const scenario of failed) console.log(`failed: ${scenario}`)
  process.exitCode = failed.length === 0 ? 0 : 1
})
