/** Papers of a deal as PDF, and its evidence as one ZIP. They answer bytes, not JSON; 200 is left out on purpose. */
import { z } from 'zod'
import { LOCALES } from '#core/locale.ts'
import { endpoint, formPkParams, iso, problem } from './endpoint.ts'

export const DOCUMENTS = ['agreement', 'receipt', 'refund-advice', 'decision'] as const
export type DocumentName = (typeof DOCUMENTS)[number]

const SUMMARY: Readonly<Record<DocumentName, string>> = {
  agreement: 'The contract as it was accepted: parties, terms, rules, who agreed to what and when (PDF)',
  receipt: 'Money in and out of the deal, once some has moved (PDF)',
  'refund-advice': 'What went back, where to and with which reference (PDF)',
  decision: 'How a dispute ended, with the reasons (PDF)',
}

/** 409 `wrong_state` while the deal is not as far as the paper: a receipt before money came, a decision before the end. */
export const document = (name: DocumentName) =>
  endpoint({
    method: 'GET',
    path: `/api/deals/:form_pk/${name}.pdf`,
    access: 'user',
    summary: SUMMARY[name],
    params: formPkParams,
    /** Without it, in the language of the account. */
    query: z.object({ lang: z.enum(LOCALES).optional() }),
    bytes: 'application/pdf',
    responses: { 404: problem, 409: problem },
    perMinute: 30,
  })

export const evidence = endpoint({
  method: 'GET',
  path: '/api/deals/:form_pk/evidence.zip',
  access: 'user',
  summary: 'All that a deal left behind, with hashes that anybody can check offline (ZIP)',
  params: formPkParams,
  query: z.object({ lang: z.enum(LOCALES).optional() }),
  bytes: 'application/zip',
  responses: { 404: problem },
  perMinute: 6,
})

export const evidenceKeys = endpoint({
  method: 'GET',
  path: '/.well-known/amanat-keys.json',
  access: 'public',
  summary: 'Every key that evidence packs were ever signed with, and when; the current one has no end',
  responses: {
    200: z.object({
      keys: z.array(
        z.object({
          /** The beginning of the SHA-256 of the key. */
          id: z.string(),
          algorithm: z.literal('ed25519'),
          /** Hex of the SPKI form. */
          public_key: z.string(),
          from: iso,
          until: iso.nullable(),
        }),
      ),
    }),
  },
})

export const evidenceKey = endpoint({
  method: 'GET',
  path: '/api/evidence/key',
  access: 'public',
  summary: 'The public key that evidence packs are signed with',
  responses: { 200: z.object({ algorithm: z.literal('ed25519'), key: z.string() }) },
})
