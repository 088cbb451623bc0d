/** Pictures of what is dealt in: sent together to an offer, and read with the session's token. */
import { readFile, uploadFiles } from '#core/contract/files.ts'
import type { uploadInvitePhotos } from '#core/contract/invites.ts'
import type { uploadRequestPhotos } from '#core/contract/requests.ts'
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
  await sendPhotos(addressOf(uploadFiles, { params: { form_pk: formPk } }), body, photos)
}

/** To an offer that waits for its other side. */
export const uploadWaitingPhotos = (
  endpoint: typeof uploadInvitePhotos | typeof uploadRequestPhotos,
  id: string,
  photos: readonly File[],
): Promise<void> => sendPhotos(addressOf(endpoint, { params: { id } }), new FormData(), photos)

async function sendPhotos(address: string, body: FormData, photos: readonly File[]): Promise<void> {
  for (const photo of photos) body.append('files', photo, photo.name)
  await send(address, upload(body))
}

export const upload = (body: FormData): RequestInit => ({
  method: 'POST',
  headers: { Accept: 'application/json', 'Accept-Language': locale(), 'Idempotency-Key': newKey() },
  body,
})

/** Of a deal's file: made smaller, and without what a camera writes into it. */
export const photoAddress = (formPk: string, id: string): string =>
  `${addressOf(readFile, { params: { form_pk: formPk, id } }).replace(/\/$/, '')}?view=1`

export const fetchPhoto = async (address: string): Promise<Blob> => (await send(address, {})).blob()
