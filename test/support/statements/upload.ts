/** Statements over HTTP, as the team's browser sends them. */
import type { TestApp } from '#test/support/app.ts'
import { requireDocumented } from '#test/support/openapi/documented.ts'
import type { Person } from '#test/support/people.ts'

export interface UploadedFile {
  readonly account: string
  readonly content: Buffer | string
  /** Null: nobody is signed in. */
  readonly who: Person | null
}

interface SentFile {
  readonly content: Buffer | string
  readonly who: Person | null
  /** As the document of the API names it. */
  readonly documented: string
}

export async function uploadFile({ app }: TestApp, url: string, { content, who, documented }: SentFile) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'statement.txt')
  const encoded = new Response(form)
  const reply = await app.inject({
    method: 'POST',
    url,
    headers: {
      host: 'amanat.test',
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(who ? { authorization: `Token ${who.token}` } : {}),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  requireDocumented('POST', documented, {
    status: reply.statusCode,
    body: reply.json(),
    headers: reply.headers,
  })
  return { status: reply.statusCode, body: reply.json() }
}

export const uploadStatement = (app: TestApp, { account, content, who }: UploadedFile) =>
  uploadFile(app, `/api/admin/statements?account=${account}`, {
    ...{ content, who },
    documented: '/api/admin/statements',
  })
