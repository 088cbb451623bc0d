/** Uploads of a deal's files, one request each with its progress: on a mobile network they take a while. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type DealFile, getDeal } from '#core/contract/deals.ts'
import { uploadFiles, withdrawFile } from '#core/contract/files.ts'
import { HEAD_BYTES, hasKnownEnding, MAX_FILE_BYTES, nameOfContent, typeOfContent } from '#core/files.ts'
import { m } from '#messages/compiled/messages.js'
import { addressOf, call } from '#web/lib/api.ts'
import { ApiError, errorFrom, errorWords } from '#web/lib/api-error.ts'
import { newKey } from '#web/lib/idempotency-key.ts'
import { locale } from '#web/lib/locale.ts'
import { keyOf } from '#web/lib/queries.ts'
import { readSession } from '#web/lib/session.ts'
import { toastError } from '#web/ui/toasts.tsx'

export interface FileUpload {
  readonly key: string
  readonly name: string
  /** As it was chosen on this device. */
  readonly chosen: File
  readonly percent: number
  /** As stored by the server; null while it is being sent. */
  readonly file: DealFile | null
  readonly problem: string | null
}

/**
 * The uploads of one form. `onChange` gets the ids of all files that are stored. Of a draft nobody else sees them until what
 * they are for is sent; others stand for themselves.
 */
export function useUploads(formPk: string, onChange: (ids: string[]) => void, { isDraft = false } = {}) {
  const [uploads, setUploads] = useState<readonly FileUpload[]>([])
  const hide = useHiding(formPk)
  /** Keys of what was taken out while it was on its way: it is stored all the same. */
  const takenOut = useRef(new Set<string>())
  const change = (key: string, part: Partial<FileUpload>) =>
    setUploads((before) => {
      const next = before.map((upload) => (upload.key === key ? { ...upload, ...part } : upload))
      if (part.file) queueMicrotask(() => onChange(idsOf(next)))
      return next
    })

  const discard = (out: readonly FileUpload[]) => {
    if (!isDraft) hide(out)
  }

  const add = async (files: readonly File[], kindOf: KindOf) => {
    for (const chosen of files) {
      const key = newKey()
      const upload: FileUpload = { key, name: chosen.name, chosen, percent: 0, file: null, problem: null }
      setUploads((before) => [...before, upload])
      const problem = await problemOfFile(chosen)
      if (problem) change(key, { problem })
      if (problem || takenOut.current.has(key)) continue
      await sendFile({
        formPk,
        file: chosen,
        kind: kindOf(chosen),
        isDraft,
        onProgress: (percent) => change(key, { percent }),
      }).then(
        (file) =>
          takenOut.current.has(key) ? discard([{ ...upload, file }]) : change(key, { file, percent: 100 }),
        (error: unknown) => change(key, { problem: errorWords(error) }),
      )
    }
  }

  const takeOut = (isOut: (upload: FileUpload) => boolean) => {
    const [next, out] = [uploads.filter((upload) => !isOut(upload)), uploads.filter(isOut)]
    for (const { key } of out) takenOut.current.add(key)
    setUploads(next)
    onChange(idsOf(next))
    discard(out)
  }
  const remove = (key: string) => takeOut((upload) => upload.key === key)
  /** The server keeps what a file shows from the moment it has it: as something else it is stored anew. */
  const sendAs = (kindOf: KindOf) => {
    const isOther = ({ file, chosen }: FileUpload): boolean => file !== null && file.kind !== kindOf(chosen)
    const others = uploads.filter(isOther).map(({ chosen }) => chosen)
    if (others.length === 0) return
    takeOut(isOther)
    void add(others, kindOf)
  }
  const clear = () => setUploads([])
  const isBusy = uploads.some(({ file, problem }) => file === null && problem === null)
  return { uploads, add, remove, sendAs, clear, isBusy }
}

type KindOf = (file: File) => string

/** From the other side; that there was a file stays to be seen. */
function useHiding(formPk: string) {
  const client = useQueryClient()
  return (uploads: readonly FileUpload[]): void => {
    for (const { file } of uploads) {
      if (!file) continue
      const params = { form_pk: formPk }
      call(withdrawFile, { params: { ...params, id: file.id } })
        .then(() => client.invalidateQueries({ queryKey: keyOf(getDeal, { params }) }))
        .catch(toastError)
    }
  }
}

const idsOf = (uploads: readonly FileUpload[]): string[] =>
  uploads.flatMap(({ file }) => (file ? [file.id] : []))

/** Checked before sending, which may take minutes; the server checks again. */
async function problemOfFile(file: File): Promise<string | null> {
  if (file.size > MAX_FILE_BYTES) return m.deal_file_large({ name: file.name })
  if (file.size === 0) return m.deal_file_empty({ name: file.name })
  const isTaken = hasKnownEnding(file.name) && (await isWhatItsNameSays(file))
  return isTaken ? null : m.deal_file_type({ name: file.name })
}

async function isWhatItsNameSays(file: File): Promise<boolean> {
  // one that cannot be read here fails where it is sent
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => null)
  return !head || nameOfContent(file.name, typeOfContent(new Uint8Array(head)) ?? 'txt') !== null
}

interface UploadRequest {
  readonly formPk: string
  readonly file: File
  readonly kind: string
  readonly isDraft: boolean
  /** 0 to 100. */
  readonly onProgress: (percent: number) => void
}

function sendFile({ formPk, file, kind, isDraft, onProgress }: UploadRequest): Promise<DealFile> {
  const form = new FormData()
  // Fields first: the server reads the parts in order.
  form.append('kind', kind)
  if (isDraft) form.append('draft', '1')
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
