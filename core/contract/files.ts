/** Files of a deal: proof of work, evidence, pictures in the chat. */
import { z } from 'zod'
import { EVIDENCE_KINDS } from '#core/disputes.ts'
import { ITEM_PHOTO } from '#core/files.ts'
import { dealFile } from './deals.ts'
import { endpoint, fieldErrors, formPkParams, problem } from './endpoint.ts'

const fileParams = formPkParams.extend({ id: z.string().max(64) })

/**
 * `multipart/form-data`: one or several files under any name, and `kind` for all of them. `draft=1`: nobody else sees them
 * until an action or a message names them.
 */
export const uploadForm = z.object({
  kind: z.enum([...EVIDENCE_KINDS, ITEM_PHOTO], { error: 'select' }).default('other'),
  draft: z.enum(['0', '1'], { error: 'select' }).default('0'),
})

export const uploadFiles = endpoint({
  method: 'POST',
  path: '/api/deals/:form_pk/files',
  access: 'user',
  scope: 'deals:write',
  summary:
    'Add files (multipart/form-data: files and a kind): jpg, png, webp, pdf, mp4, txt, zip, 25 MB each, 20 a side; item_photo: into an open offer’s terms; draft=1: for an action or a message, nobody else’s until it names them',
  params: formPkParams,
  takes: 'files',
  responses: { 201: z.array(dealFile), 400: fieldErrors, 409: problem, 413: problem, 415: problem },
  perMinute: 60,
})

export const listFiles = endpoint({
  method: 'GET',
  path: '/api/deals/:form_pk/files',
  access: 'user',
  scope: 'deals:read',
  summary: 'The files of a deal, oldest first',
  params: formPkParams,
  responses: { 200: z.array(dealFile), 404: problem },
})

/** Answers the bytes, not JSON; 200 is left out on purpose. */
export const readFile = endpoint({
  method: 'GET',
  path: '/api/deals/:form_pk/files/:id',
  access: 'user',
  scope: 'deals:read',
  summary: 'One file as an attachment; `view=1`: a picture made smaller, without place and camera data',
  params: fileParams,
  query: z.object({ view: z.enum(['0', '1']).default('0') }),
  bytes: '*/*',
  responses: { 404: problem, 410: problem },
  perMinute: 600,
})

export const withdrawFile = endpoint({
  method: 'DELETE',
  path: '/api/deals/:form_pk/files/:id',
  access: 'user',
  summary:
    'Hide a file of mine from the other side; that it was there stays to be seen. Not one that a delivery, a complaint or an answer has named',
  params: fileParams,
  responses: { 200: dealFile, 404: problem, 409: problem },
})
