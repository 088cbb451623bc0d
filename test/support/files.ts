/** Files to upload, and the upload as a browser's form sends it. */
import type { Deal } from '#core/contract/deals.ts'
import type { Reply, TestApp } from './app.ts'
import { requireDocumented } from './openapi/documented.ts'

/** Whoever is signed in. */
type SignedInPerson = { readonly token: string }

export type File = Deal['files'][number]

export const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
/** The beginning of each kind; `x` stands for the rest. */
export const CONTENT = {
  jpg: bytes('\xff\xd8\xff\xe0\x00\x10JFIF\x00 x'),
  png: bytes('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR x'),
  webp: bytes('RIFF\x24\x00\x00\x00WEBPVP8 x'),
  pdf: bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n x'),
  mp4: bytes('\x00\x00\x00\x20ftypisom\x00\x00\x02\x00 x'),
  txt: Buffer.from('नमस्ते, parcel packed at 4 pm\n'),
  zip: bytes('PK\x03\x04\x14\x00\x00\x00 x'),
} as const

export interface Upload {
  readonly name: string
  readonly content: Buffer
}

/** One POST of a form: `kind` and any number of files. */
export async function upload(
  app: TestApp,
  who: SignedInPerson | null,
  formPk: string,
  { files, kind, draft, key }: { files: readonly Upload[]; kind?: string; draft?: string; key?: string },
): Promise<Reply<File[]>> {
  const form = new FormData()
  if (kind !== undefined) form.set('kind', kind)
  if (draft !== undefined) form.set('draft', draft)
  for (const { name, content } of files) form.append('file', new Blob([new Uint8Array(content)]), name)
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const reply = await app.app.inject({
    method: 'POST',
    url: `/api/deals/${formPk}/files`,
    headers: {
      host: 'amanat.test',
      'content-type': type,
      ...(who ? { authorization: `Token ${who.token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  const answer = { status: reply.statusCode, body: reply.json(), headers: reply.headers }
  requireDocumented('POST', `/api/deals/${formPk}/files`, answer)
  return answer
}

/** The file that an upload of one made; throws with the refusal otherwise. */
export async function addFile(
  app: TestApp,
  who: SignedInPerson,
  formPk: string,
  over: Partial<Upload> & { kind?: string; draft?: string } = {},
) {
  const { name = 'note.txt', content = CONTENT.txt, ...fields } = over
  const reply = await upload(app, who, formPk, { files: [{ name, content }], ...fields })
  const [file] = reply.body
  if (reply.status !== 201 || !file)
    throw new Error(`uploading: ${reply.status} ${JSON.stringify(reply.body)}`)
  return file
}

export async function download(
  app: TestApp,
  who: SignedInPerson | null,
  formPk: string,
  id: string,
  query = '',
) {
  const reply = await app.app.inject({
    method: 'GET',
    url: `/api/deals/${formPk}/files/${id}${query}`,
    headers: { host: 'amanat.test', ...(who ? { authorization: `Token ${who.token}` } : {}) },
  })
  return { status: reply.statusCode, bytes: reply.rawPayload, headers: reply.headers }
}

/** Takes a file back. */
export const hide = (app: TestApp, who: SignedInPerson, formPk: string, id: string) =>
  app.call('DELETE', `/api/deals/${formPk}/files/${id}`, { token: who.token })
