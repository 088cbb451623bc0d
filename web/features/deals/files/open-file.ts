import { readFile } from '../../../../core/contract/files.ts'
import { addressOf } from '../../../lib/api.ts'
import { ApiError, errorFrom } from '../../../lib/api-error.ts'
import { readSession } from '../../../lib/session.ts'

/** A file's bytes: a link cannot carry the token. */
async function bytes(formPk: string, id: string, view: '0' | '1'): Promise<Blob> {
  const path = addressOf(readFile, { params: { form_pk: formPk, id } }).replace(/\/$/, '')
  const response = await fetch(`${path}?view=${view}`, {
    headers: { Authorization: `Token ${readSession()?.token ?? ''}` },
  }).catch(() => {
    throw new ApiError({ status: 0, code: 'network' })
  })
  if (!response.ok) throw errorFrom(response, await response.json().catch(() => undefined))
  return response.blob()
}

export const pictureOf = (formPk: string, id: string): Promise<Blob> => bytes(formPk, id, '1')

export async function saveFile(formPk: string, file: { id: string; name: string }): Promise<void> {
  const url = URL.createObjectURL(await bytes(formPk, file.id, '0'))
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
