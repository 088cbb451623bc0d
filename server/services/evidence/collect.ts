/** All that a deal left behind, as far as its viewer may see it: small texts at once, files to be opened later. */
import type { PaperName } from '../../../core/contract/papers.ts'
import { toIso } from '../../../core/time.ts'
import type { Paper } from '../../pdf/paper.ts'
import {
  type HashedEvent,
  type HashedMessage,
  hashedEvents,
  hashedMessages,
} from '../../repositories/evidence.ts'
import { type FileRow, listFiles } from '../../repositories/files.ts'
import { listArrived, listPayouts, movedFor } from '../../repositories/payments.ts'
import type { UserCtx } from '../context.ts'
import type { OpenedFile } from '../files/open.ts'
import { canKnow, isOwnOrTeam } from '../files/present.ts'
import { masked } from '../notices/masked.ts'
import { agreement } from '../papers/agreement.ts'
import { decision } from '../papers/decision.ts'
import { papersReady } from '../papers/ready.ts'
import { receipt } from '../papers/receipt.ts'
import { openSheet, type Sheet } from '../papers/sheet.ts'
import { readmeOf } from './readme.ts'
import { packKey } from './sign.ts'

export interface PackFile {
  readonly path: string
  readonly opened: OpenedFile
}
export interface Collected {
  readonly dealId: string
  readonly madeAt: string
  readonly madeFor: string
  readonly texts: ReadonlyMap<string, string>
  readonly papers: readonly (readonly [name: PaperName, paper: Paper])[]
  readonly files: readonly PackFile[]
  readonly key: string
}

/** Throws Refusal `not_found` for strangers. */
export async function collectEvidence(
  ctx: UserCtx,
  { dealId, lang }: { dealId: string; lang: 'en' | 'hi' | undefined },
): Promise<Collected> {
  const sheet = await openSheet(ctx, dealId, lang)
  const events = await hashedEvents(ctx.tx, dealId)
  const messages = await hashedMessages(ctx.tx, dealId)
  const files = packed(
    (await listFiles(ctx.tx, dealId)).filter((file) => canKnow(file, sheet.viewer)),
    sheet,
  )
  return {
    dealId,
    madeAt: toIso(ctx.now),
    madeFor: sheet.viewer,
    key: await packKey(ctx),
    papers: await papersOf(sheet),
    files: files.flatMap(({ path, opened }) => (path && opened ? [{ path, opened }] : [])),
    texts: new Map([
      ['README.txt', readmeOf(sheet)],
      ['timeline.json', pretty(events.map(timelineRow))],
      ...events.map((event): [string, string] => [`events/${three(event.seq)}.txt`, event.hashed]),
      ['messages.json', pretty(messages.map(messageRow))],
      ...messages.map((one): [string, string] => [`messages/${three(one.no)}.txt`, one.hashed]),
      ['files.json', pretty(files.map(({ row }) => row))],
      ['payments.json', pretty(await payments(sheet))],
    ]),
  }
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const three = (n: number): string => String(n).padStart(3, '0')

const timelineRow = ({ hashed: _, at, ...event }: HashedEvent) => ({
  ...event,
  at: toIso(at.getTime()),
  text: `events/${three(event.seq)}.txt`,
})
const messageRow = ({ hashed: _, at, first_name, last_name, ...message }: HashedMessage) => ({
  ...message,
  name: `${first_name} ${last_name}`,
  at: toIso(at.getTime()),
  hashed: `messages/${three(message.no)}.txt`,
})

/** Names come from people: what could lead a program astray is taken out, and a number makes each unique. */
const safeName = (name: string): string => name.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '_').slice(-80)

function packed(files: readonly FileRow[], { viewer }: Sheet) {
  return files.map((file, i) => {
    const isOwn = isOwnOrTeam(file, viewer)
    const isHidden = file.withdrawn_at !== null && !isOwn
    const path = isHidden ? null : `files/${three(i + 1)}-${safeName(file.name)}`
    const copy = file.tells_place && !isOwn ? ('placeless' as const) : ('original' as const)
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

async function payments({ ctx, loaded }: Sheet) {
  const arrived = await listArrived(ctx.tx, loaded.deal.id)
  const payouts = await listPayouts(ctx.tx, loaded.deal.id)
  return {
    in: arrived.map((row) => ({ ...row, at: toIso(row.at.getTime()) })),
    out: payouts.map((row) => ({
      id: row.id,
      to: row.party,
      for: row.purpose,
      amount_paise: row.amount_paise,
      destination: masked(row.destination),
      status: row.status,
      provider_ref: row.provider_ref,
      at: toIso(row.created_at.getTime()),
      paid_at: row.paid_at === null ? null : toIso(row.paid_at.getTime()),
    })),
  }
}

const IN_THE_PACK = { agreement, receipt, decision } as const

/** Those that the deal is far enough for. */
async function papersOf(sheet: Sheet): Promise<[PaperName, Paper][]> {
  const papers: [PaperName, Paper][] = []
  const moved = await movedFor(sheet.ctx.tx, sheet.loaded.deal.id)
  for (const name of papersReady(sheet.loaded, sheet.viewer, moved))
    if (name !== 'refund-advice') papers.push([name, await IN_THE_PACK[name](sheet)])
  return papers
}
