/** Downloads with the session's token, which a plain link cannot send. */
import { ApiError, errorFrom } from './api-error.ts'
import { readSession } from './session.ts'

export async function fetchBytes(path: string): Promise<Blob> {
  const response = await fetch(path, {
    headers: { Authorization: `Token ${readSession()?.token ?? ''}` },
  }).catch(() => {
    throw new ApiError({ status: 0, code: 'network' })
  })
  if (!response.ok) throw errorFrom(response, await response.json().catch(() => undefined))
  return response.blob()
}

/** Fetches a file and saves it under this name where the browser saves its downloads. */
export async function download(path: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await fetchBytes(path))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
