/** Sends files of a deal, one request each, with how far it has come: on a phone's network that takes a while. */
import type { DealFile } from '../../../../core/contract/deals.ts'
import { uploadFiles } from '../../../../core/contract/files.ts'
import { MAX_FILE_BYTES, typeOfName } from '../../../../core/files.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { addressOf, newKey } from '../../../lib/api.ts'
import { ApiError, errorFrom } from '../../../lib/api-error.ts'
import { locale } from '../../../lib/locale.ts'
import { readSession } from '../../../lib/session.ts'

/** What is wrong with a file before it is sent; the server judges it again, by its content too. */
export function problemOfFile(file: { name: string; size: number }): string | null {
  if (typeOfName(file.name) === null) return m.deal_file_type({ name: file.name })
  if (file.size > MAX_FILE_BYTES) return m.deal_file_large({ name: file.name })
  return file.size === 0 ? m.deal_file_empty({ name: file.name }) : null
}

interface Sending {
  readonly formPk: string
  readonly file: File
  readonly kind: string
  /** 0 to 100. */
  readonly onProgress: (percent: number) => void
}

export function upload({ formPk, file, kind, onProgress }: Sending): Promise<DealFile> {
  const form = new FormData()
  // fields first: the server reads the parts in order
  form.append('kind', kind)
  form.append('files', file, file.name)
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(uploadFiles, { params: { form_pk: formPk } }).replace(/\/$/, ''))
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total))
    request.onerror = () => fail(new ApiError({ status: 0, code: 'network' }))
    request.onload = () => {
      const [kept] = request.status === 201 ? (parse(request.responseText) as DealFile[]) : []
      if (kept) done(kept)
      else fail(refusal(request))
    }
    request.send(form)
  })
}

const headers = (): Record<string, string> => ({
  Accept: 'application/json',
  'Accept-Language': locale(),
  Authorization: `Token ${readSession()?.token ?? ''}`,
  'Idempotency-Key': newKey(),
})

const refusal = (request: XMLHttpRequest): ApiError =>
  errorFrom(new Response(null, { status: request.status || 500 }), parse(request.responseText))

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
