/** Pictures of what is dealt in: sent together to an offer, and read with the session's token. */
import { readFile, uploadFiles } from '#core/contract/files.ts'
import { ITEM_PHOTO } from '#core/files.ts'
import { addressOf } from './api.ts'
import { ApiError, errorFrom } from './api-error.ts'
import { newKey } from './idempotency-key.ts'
import { locale } from './locale.ts'
import { readSession } from './session.ts'

export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp'

export async function send(address: string, init: RequestInit): Promise<Response> {
  const headers = { ...init.headers, Authorization: `Token ${readSession()?.token ?? ''}` }
  const response = await fetch(address.replace(/\/$/, ''), { ...init, headers }).catch(() => {
    throw new ApiError({ status: 0, code: 'network' })
  })
  if (!response.ok) throw errorFrom(response, await response.json().catch(() => undefined))
  return response
}

/** In one request: each makes a version of the terms, of which the other side is told. */
export async function uploadPhotos(formPk: string, photos: readonly File[]): Promise<void> {
  const body = new FormData()
  // fields first: the server reads the parts in order
  body.append('kind', ITEM_PHOTO)
  for (const photo of photos) body.append('files', photo, photo.name)
  await send(addressOf(uploadFiles, { params: { form_pk: formPk } }), upload(body))
}

export const upload = (body: FormData): RequestInit => ({
  method: 'POST',
  headers: { Accept: 'application/json', 'Accept-Language': locale(), 'Idempotency-Key': newKey() },
  body,
})

/** Made smaller, and without what a camera writes into it. */
export async function fetchPhoto(formPk: string, id: string): Promise<Blob> {
  const address = addressOf(readFile, { params: { form_pk: formPk, id } })
  return (await send(`${address.replace(/\/$/, '')}?view=1`, {})).blob()
}
