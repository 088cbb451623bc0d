/** Pictures of a filled form that is no offer yet: they wait with it, and become terms of the offer that is sent from it. */
import { z } from 'zod'
import type { UserType } from '#core/roles.ts'
import { endpoint, fieldErrors, problem } from './endpoint.ts'

export const waitingPhoto = z.object({ id: z.string(), name: z.string() })
export type WaitingPhoto = z.output<typeof waitingPhoto>

export const byId = z.object({ id: z.string().max(64) })

interface PhotoCall {
  /** Of the form, with its `:id`. */
  readonly at: string
  readonly summary: string
}

/** By whoever filled the form, whose role this is. */
export const photoUpload = ({ at, summary, role }: PhotoCall & { readonly role: UserType }) =>
  endpoint({
    method: 'POST',
    path: `${at}/photos`,
    access: 'user',
    roles: [role],
    summary,
    params: byId,
    takes: 'files',
    responses: {
      201: z.array(waitingPhoto),
      400: fieldErrors,
      404: problem,
      409: problem,
      413: problem,
      415: problem,
    },
    perMinute: 60,
  })

/** Answers the bytes, not JSON; 200 is left out on purpose. */
export const photoRead = ({ at, summary }: PhotoCall) =>
  endpoint({
    method: 'GET',
    path: `${at}/photos/:photo_id`,
    access: 'user',
    summary,
    params: byId.extend({ photo_id: z.string().max(64) }),
    bytes: 'image/webp',
    responses: { 404: problem },
    perMinute: 600,
  })
