/** A client that is generated from the document: it compiles under strict, and walks a deal to its end. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { HOST, useApp } from '#test/support/app.ts'

type Walk = (fetch: (request: Request) => Promise<Response>, baseUrl: string) => Promise<Deal>

/** Below the repository, so that the client's packages are found. */
const FOLDER = join('build', 'openapi-client')

const app = useApp()

async function generate(): Promise<string> {
  const { body } = await app.call('GET', '/api/openapi.json')
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, 'schema.ts'), astToString(await openapiTS(body)))
  const walk = join(FOLDER, 'walk.ts')
  await copyFile(join('test', 'fixtures', 'openapi-client', 'walk.txt'), walk)
  return walk
}

function problemsOf(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file: source, messageText }) =>
        `${source?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
}

/** The application without its socket, as a fetch of the client's. */
async function fetchFromApp(request: Request): Promise<Response> {
  const body = await request.text()
  const reply = await app.app.inject({
    method: request.method as 'GET',
    url: new URL(request.url).pathname,
    headers: { ...Object.fromEntries(request.headers), host: HOST },
    ...(body === '' ? {} : { payload: body }),
  })
  const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return new Response(reply.statusCode === 204 ? null : reply.body, { status: reply.statusCode, headers })
}

it('compiles under strict and walks a deal to its release', async () => {
  const file = await generate()
  expect(problemsOf(file)).toEqual([])
  const { walk } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { walk: Walk }
  const deal = await walk(fetchFromApp, `http://${HOST}`)
  expect([deal.status, deal.money.payee_paise]).toEqual(['released', 150_000])
  expect(await app.verify()).toEqual([])
}, 60_000)
