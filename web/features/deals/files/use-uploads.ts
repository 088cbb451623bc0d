/** Uploads of a deal's files, one request each with its progress: on a mobile network they take a while. */
import { useState } from 'react'
import type { DealFile } from '#core/contract/deals.ts'
import { uploadFiles } from '#core/contract/files.ts'
import { MAX_FILE_BYTES, typeOfName } from '#core/files.ts'
import { m } from '#messages/compiled/messages.js'
import { addressOf } from '#web/lib/api.ts'
import { ApiError, errorFrom, errorWords } from '#web/lib/api-error.ts'
import { newKey } from '#web/lib/idempotency-key.ts'
import { locale } from '#web/lib/locale.ts'
import { readSession } from '#web/lib/session.ts'

export interface FileUpload {
  readonly key: string
  readonly name: string
  readonly percent: number
  /** As stored by the server; null while it is being sent. */
  readonly file: DealFile | null
  readonly problem: string | null
}

/** The uploads of one form. `onChange` gets the ids of all files that are stored. */
export function useUploads(formPk: string, onChange: (ids: string[]) => void) {
  const [uploads, setUploads] = useState<readonly FileUpload[]>([])
  const change = (key: string, part: Partial<FileUpload>) =>
    setUploads((before) => {
      const next = before.map((upload) => (upload.key === key ? { ...upload, ...part } : upload))
      if (part.file) queueMicrotask(() => onChange(idsOf(next)))
      return next
    })

  const add = async (files: readonly File[], kindOf: (file: File) => string) => {
    for (const file of files) {
      const key = newKey()
      const problem = problemOfFile(file)
      setUploads((before) => [...before, { key, name: file.name, percent: 0, file: null, problem }])
      if (problem) continue
      await upload({
        formPk,
        file,
        kind: kindOf(file),
        onProgress: (percent) => change(key, { percent }),
      }).then(
        (stored) => change(key, { file: stored, percent: 100 }),
        (error: unknown) => change(key, { problem: errorWords(error) }),
      )
    }
  }

  const remove = (key: string) => {
    const next = uploads.filter((upload) => upload.key !== key)
    setUploads(next)
    onChange(idsOf(next))
  }
  const clear = () => setUploads([])
  const isBusy = uploads.some(({ file, problem }) => file === null && problem === null)
  return { uploads, add, remove, clear, isBusy }
}

const idsOf = (uploads: readonly FileUpload[]): string[] =>
  uploads.flatMap(({ file }) => (file ? [file.id] : []))

/** Checked before sending; the server checks again, by content too. */
function problemOfFile(file: { name: string; size: number }): string | null {
  if (typeOfName(file.name) === null) return m.deal_file_type({ name: file.name })
  if (file.size > MAX_FILE_BYTES) return m.deal_file_large({ name: file.name })
  return file.size === 0 ? m.deal_file_empty({ name: file.name }) : null
}

interface UploadRequest {
  readonly formPk: string
  readonly file: File
  readonly kind: string
  /** 0 to 100. */
  readonly onProgress: (percent: number) => void
}

function upload({ formPk, file, kind, onProgress }: UploadRequest): Promise<DealFile> {
  const form = new FormData()
  // Fields first: the server reads the parts in order.
  form.append('kind', kind)
  form.append('files', file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(uploadFiles, { params: { form_pk: formPk } }).replace(/\/$/, ''))
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total))
    request.onerror = () => reject(new ApiError({ status: 0, code: 'network' }))
    request.onload = () => {
      const [uploaded] = request.status === 201 ? (parse(request.responseText) as DealFile[]) : []
      if (uploaded) resolve(uploaded)
      else reject(refusal(request))
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
