/** What integrators take from the server itself: the button of a page, the SDK, and the guide for language models. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pack } from 'tar-stream'
import { API_VERSIONS } from '#core/api-versions.ts'
import { KEY_ACTIONS, SCOPES } from '#core/scopes.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { packageRoot } from '#server/lib/paths.ts'

const SDK = join(packageRoot, 'sdk')
const SDK_FILES = ['package.json', 'index.js', 'index.d.ts', 'README.md']
const HOUR = 'public, max-age=3600'

/** As npm makes it: below `package/`, the same bytes each time. */
async function sdkArchive(): Promise<Buffer> {
  const archive = pack()
  for (const name of SDK_FILES)
    archive.entry({ name: `package/${name}`, mtime: new Date(0) }, await readFile(join(SDK, name)))
  archive.finalize()
  const parts: Buffer[] = []
  for await (const part of archive) parts.push(part as Buffer)
  return promisify(gzip)(Buffer.concat(parts), { level: 9 })
}

/** Made when it is first asked for; anew where that failed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= make().catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}

const guide = (origin: string, hasSandbox: boolean): string => `# Amanat

> Deals between two people in India, with the money held until both are done. A Buyer or Client pays in, the Seller or
> freelancer delivers, the money is released; a complaint is settled between the two or decided by the team.

This server: ${origin}${hasSandbox ? ' (sandbox: money is played)' : ''}

## For programs

- [OpenAPI 3.1](${origin}/api/openapi.json): every call, with its answers, refusals and limits
- [SDK](${origin}/sdk.tgz): \`npm install ${origin}/sdk.tgz\`, for Node, Deno and browsers
- [Button](${origin}/button.js): \`<a class="amanat-pay" href="${origin}/o/ID">\` becomes a button with its price; a link without it
- [Rules and fees](${origin}/api/policy): the figures in force
- MCP: \`${origin}/mcp\` (streamable HTTP, no sessions), with a key as \`Authorization: Bearer KEY\`. An agent finds, drafts, tracks
  and explains; for whatever moves money it is given the page where a person does it

## Keys

A person who is signed in makes an app (POST /api/apps) and a key (POST /api/apps/ID/keys) with some of the scopes
${SCOPES.join(', ')}. It is sent as \`Authorization: Bearer KEY\`.
With deals:write a key may ${KEY_ACTIONS.join(', ')}. It can never pay, release, cancel, settle or decide, nor change where
anybody is paid: give the person the deal's link instead.

## Versions

An app is answered in the version of the day it was made; Amanat-Version names another: ${API_VERSIONS.join(', ')}. An earlier one works for two
years after the next one began, and says so (Deprecation, Sunset). Links and the messages of a webhook are
read with limit and after: {data, next}; other lists have page and page_size.

## Webhooks

POST /api/apps/ID/webhooks {url, types} sends events as Standard Webhooks 1.0.0 has them: thin bodies, signed, tried again
for three days. One may come twice (the same webhook-id), and they come in no order (\`seq\` has that of a deal). \`verify(raw, headers, secret)\` of the SDK checks one. …/secret makes a new secret (for a day both sign),
…/test sends a test message, …/replay {since, until} sends a range again.
${
  hasSandbox
    ? `
## Sandbox

- POST /api/sandbox/scenario {"name": "return_lost"} plays a story and answers its deal and a token for each side
- POST /api/sandbox/payments/ID/succeed pays a pay-in; POST /api/sandbox/clock {"advance": "P2D"} moves the clock
`
    : ''
}`

export function integratorRoutes(app: FastifyInstance, { settings }: AppDependencies): void {
  const button = once(() => readFile(join(SDK, 'button.js')))
  const archive = once(sdkArchive)
  const send = (reply: FastifyReply, type: string, body: Buffer | string) =>
    reply.type(type).header('cache-control', HOUR).send(body)
  const hidden = { schema: { hide: true } }

  app.get('/button.js', hidden, async (_request, reply) =>
    // it is there for the pages of others
    send(
      reply.header('cross-origin-resource-policy', 'cross-origin'),
      'text/javascript; charset=utf-8',
      await button(),
    ),
  )
  app.get('/sdk.tgz', hidden, async (_request, reply) => send(reply, 'application/gzip', await archive()))
  app.get('/llms.txt', hidden, async (_request, reply) =>
    send(reply, 'text/plain; charset=utf-8', guide(settings.publicUrl, settings.hasSandbox)),
  )
}
