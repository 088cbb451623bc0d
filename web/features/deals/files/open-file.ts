import { readFile } from '../../../../core/contract/files.ts'
import { addressOf } from '../../../lib/api.ts'
import { ApiError, errorFrom } from '../../../lib/api-error.ts'
import { readSession } from '../../../lib/session.ts'

/** Bytes behind a path: a link cannot carry the token. */
async function bytesAt(path: string): Promise<Blob> {
  const response = await fetch(path, {
    headers: { Authorization: `Token ${readSession()?.token ?? ''}` },
  }).catch(() => {
    throw new ApiError({ status: 0, code: 'network' })
  })
  if (!response.ok) throw errorFrom(response, await response.json().catch(() => undefined))
  return response.blob()
}

/** Fetched, then kept under this name where the browser keeps what it downloads. */
export async function save(path: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await bytesAt(path))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const pathOf = (formPk: string, id: string): string =>
  addressOf(readFile, { params: { form_pk: formPk, id } }).replace(/\/$/, '')

export const pictureOf = (formPk: string, id: string): Promise<Blob> =>
  bytesAt(`${pathOf(formPk, id)}?view=1`)
export const bytesOf = (formPk: string, id: string): Promise<Blob> => bytesAt(`${pathOf(formPk, id)}?view=0`)
export const saveFile = (formPk: string, file: { id: string; name: string }): Promise<void> =>
  save(`${pathOf(formPk, file.id)}?view=0`, file.name)
