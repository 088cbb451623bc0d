/** Collects the evidence of a deal, as far as its viewer may see it: texts at once, files to be opened while the ZIP is written. */
import type { DocumentName } from '#core/contract/documents.ts'
import type { Locale } from '#core/locale.ts'
import { reasonsForParties } from '#core/payout-holds.ts'
import { toIso } from '#core/time.ts'
import { maskedAccount } from '#core/upi.ts'
import type { ReadableFile } from '#server/files/store.ts'
import type { PdfContent } from '#server/pdf/document.ts'
import {
  type HashedEvent,
  type HashedMessage,
  hashedEvents,
  hashedMessages,
} from '#server/repositories/evidence.ts'
import { type FileRow, listFiles } from '#server/repositories/files.ts'
import { listArrived, movedFor } from '#server/repositories/payments.ts'
import type { UserCtx } from '#server/services/context.ts'
import { availableDocuments } from '#server/services/deal/available-documents.ts'
import { canKnow, isOwnOrTeam } from '#server/services/files/present.ts'
import { agreement } from './agreement.ts'
import { decision } from './decision.ts'
import { type DocumentContext, getDocumentContext } from './document-context.ts'
import { packKey } from './evidence-key.ts'
import { readmeOf } from './evidence-readme.ts'
import { payoutsFor } from './money-tables.ts'
import { receipt } from './receipt.ts'

interface EvidenceFile {
  readonly path: string
  readonly opened: ReadableFile
}
export interface EvidenceContent {
  readonly dealId: string
  readonly madeAt: string
  readonly madeFor: string
  readonly texts: ReadonlyMap<string, string>
  readonly documents: readonly (readonly [name: DocumentName, content: PdfContent])[]
  readonly files: readonly EvidenceFile[]
  readonly key: string
}

/** Throws Refusal `not_found` for strangers. */
export async function collectEvidence(
  ctx: UserCtx,
  { dealId, lang }: { dealId: string; lang: Locale | undefined },
): Promise<EvidenceContent> {
  const context = await getDocumentContext(ctx, dealId, lang)
  const events = await hashedEvents(ctx.tx, dealId)
  const messages = await hashedMessages(ctx.tx, dealId)
  const files = fileEntries(
    (await listFiles(ctx.tx, dealId)).filter((file) => canKnow(ctx, file, context.viewer)),
    context,
  )
  return {
    dealId,
    madeAt: toIso(ctx.now),
    madeFor: context.viewer,
    key: await packKey(ctx),
    documents: await documentsOf(context),
    files: files.flatMap(({ path, opened }) => (path && opened ? [{ path, opened }] : [])),
    texts: new Map([
      ['README.txt', readmeOf(context)],
      ['timeline.json', toJson(events.map(timelineRow))],
      ...events.map((event): [string, string] => [`events/${padded(event.seq)}.txt`, event.hashed]),
      ['messages.json', toJson(messages.map(messageRow))],
      ...messages.map((message): [string, string] => [`messages/${padded(message.no)}.txt`, message.hashed]),
      ['files.json', toJson(files.map(({ row }) => row))],
      ['payments.json', toJson(await payments(context))],
    ]),
  }
}

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const padded = (n: number): string => String(n).padStart(3, '0')

const timelineRow = ({ hashed: _, at, ...event }: HashedEvent) => ({
  ...event,
  at: toIso(at.getTime()),
  text: `events/${padded(event.seq)}.txt`,
})
const messageRow = ({ hashed: _, at, first_name, last_name, ...message }: HashedMessage) => ({
  ...message,
  name: `${first_name} ${last_name}`,
  at: toIso(at.getTime()),
  hashed: `messages/${padded(message.no)}.txt`,
})

/** People choose the names: characters that a path could be made of are replaced, and a number makes each unique. */
const safeName = (name: string): string => name.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '_').slice(-80)

function fileEntries(files: readonly FileRow[], { ctx, viewer }: DocumentContext) {
  return files.map((file, i) => {
    const isOwn = isOwnOrTeam(ctx, file, viewer)
    const isHidden = file.withdrawn_at !== null && !isOwn
    const path = isHidden ? null : `files/${padded(i + 1)}-${safeName(file.name)}`
    const copy = file.has_location && !isOwn ? ('stripped' as const) : ('original' as const)
    const row = {
      path,
      name: isHidden ? null : file.name,
      kind: file.kind,
      by: file.side,
      at: toIso(file.at.getTime()),
      size: file.size,
      sha256_at_upload: file.sha256,
      is_original: copy === 'original',
      withdrawn_at: file.withdrawn_at === null ? null : toIso(file.withdrawn_at.getTime()),
    }
    return { row, path, opened: isHidden ? null : { file, copy } }
  })
}

/** As on the deal's page: what a side is paid, after tax and debts, and why that waits, is told to it and the team alone. */
async function payments(context: DocumentContext) {
  const { ctx, loaded, viewer } = context
  const arrived = await listArrived(ctx.tx, loaded.deal.id)
  const payouts = await payoutsFor(context)
  return {
    in: arrived.map(({ provider_payment_id, ...row }) => ({
      ...row,
      at: toIso(row.at.getTime()),
      // the number at the payer's bank
      provider_payment_id: [row.party, 'team'].includes(viewer) ? provider_payment_id : null,
    })),
    out: payouts.map((row) => ({
      id: row.id,
      to: row.party,
      for: row.purpose,
      amount_paise: row.amount_paise,
      destination: row.destination === null ? null : maskedAccount(row.destination),
      held_because: viewer === 'team' ? row.held_because : reasonsForParties(row.held_because),
      replaces: row.replaces,
      status: row.status,
      provider_ref: row.provider_ref,
      at: toIso(row.created_at.getTime()),
      paid_at: row.paid_at === null ? null : toIso(row.paid_at.getTime()),
    })),
  }
}

const PACKED_DOCUMENTS = { agreement, receipt, decision } as const

/** The documents that exist at this stage. */
async function documentsOf(context: DocumentContext): Promise<[DocumentName, PdfContent][]> {
  const documents: [DocumentName, PdfContent][] = []
  const moved = await movedFor(context.ctx.tx, context.loaded.deal.id)
  for (const name of availableDocuments(context.loaded, context.viewer, moved))
    if (name !== 'refund-advice') documents.push([name, await PACKED_DOCUMENTS[name](context)])
  return documents
}
