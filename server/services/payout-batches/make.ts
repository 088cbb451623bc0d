/** Makes a file of payouts. Its bytes are kept as they are: a second download is the same file, not a new one. */
import { createHash } from 'node:crypto'
import { parseAccountAddress } from '#core/account-address.ts'
import type { PayoutBatch } from '#core/contract/payout-batches.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { paise } from '#core/money.ts'
import {
  delimitedText,
  LAYOUTS,
  type Layout,
  lineProblem,
  type PayoutFile,
  type PayoutFormat,
  payoutFile,
} from '#core/payout-files/formats.ts'
import type { PayoutFileInput, PayoutLine } from '#core/payout-files/lines.ts'
import { payoutTemplate, templateLayout } from '#core/payout-files/template.ts'
import { istDay } from '#core/time.ts'
import { randomId } from '#server/lib/tokens.ts'
import {
  countBatchesOfDay,
  insertBatch,
  listWaiting,
  type WaitingPayout,
} from '#server/repositories/payout-batches.ts'
import { type BankAccountRow, lockBankAccount } from '#server/repositories/statements.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { sealFile } from '#server/services/money/payout-address.ts'
import { writeSpreadsheet } from '#server/statements/spreadsheet.ts'
import { readBatch } from './present.ts'
import { addressOf, codeOf, lockAllForHand, payeeName } from './waiting.ts'

interface NewBatch {
  readonly accountId: string
  readonly format: PayoutFormat
  readonly payoutIds: readonly string[]
}

/** Throws Refusal `invalid` beside the field, `conflict` when a payout no longer waits or stands in another file. */
export async function makePayoutBatch(ctx: UserCtx, request: NewBatch): Promise<PayoutBatch | Refusal> {
  const account = await lockBankAccount(ctx.tx, request.accountId)
  if (!account) throw invalid({ bank_account: ['not_found'] })
  const payouts = await getWaiting(ctx, request.payoutIds)
  if (!(await lockAllForHand(ctx, payouts))) return new Refusal('conflict')
  const lines = await Promise.all(payouts.map((payout) => lineOf(ctx, payout)))
  const file = await fileOf(ctx, request.format, { account, lines })
  const bytes = bytesOf(file, request.format === 'template' ? account.payout_template?.delimiter : undefined)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const id = randomId()
  const isAlone = await insertBatch(
    ctx.tx,
    {
      ...{
        id,
        bank_account_id: account.id,
        format: request.format,
        file_name: file.name,
        file_sha256: sha256,
      },
      file_sealed: await sealFile(ctx, id, bytes),
      count: lines.length,
      total_paise: lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
      made_by: ctx.user.id,
      made_at: new Date(ctx.now),
    },
    payouts.map((payout) => ({
      payoutId: payout.id,
      generation: payout.generation,
      targetId: payout.target_id,
      amountPaise: payout.amount_paise,
    })),
  )
  if (!isAlone) throw new Refusal('conflict')
  await recordAudit(ctx, {
    action: 'payout_batch_made',
    actor: ctx.user,
    subject: { type: 'payout_batch', id },
    after: { bank_account: account.id, format: request.format, count: lines.length, sha256 },
  })
  return readBatch(ctx, id)
}

/** In the order in which they were asked for. */
async function getWaiting(ctx: UserCtx, ids: readonly string[]): Promise<WaitingPayout[]> {
  const waiting = new Map((await listWaiting(ctx.tx)).map((payout) => [payout.id, payout]))
  return [...new Set(ids)].map((id) => {
    const payout = waiting.get(id)
    if (!payout || payout.batch_id !== null) throw new Refusal('conflict')
    return payout
  })
}

async function lineOf(ctx: UserCtx, payout: WaitingPayout): Promise<PayoutLine> {
  const account = parseAccountAddress(await addressOf(ctx, payout))
  // no bank takes a UPI id in a file: those are paid one by one
  if (!account) throw invalid({ payouts: [`payout_is_upi:${payout.code}`] })
  return {
    ...account,
    code: codeOf(payout),
    name: payeeName(payout),
    amountPaise: paise(payout.amount_paise),
  }
}

async function fileOf(
  ctx: UserCtx,
  format: PayoutFormat,
  { account, lines }: { account: BankAccountRow; lines: PayoutLine[] },
): Promise<PayoutFile> {
  const { ifsc, client_code: clientCode, payout_template: template } = account
  // judged again: one that is stored may be from before what it is refused for today
  const own = payoutTemplate.safeParse(template).data
  const layout = format === 'template' ? own && templateLayout(own) : LAYOUTS[format]
  if (ifsc === null || clientCode === null || !layout) throw invalid({ bank_account: ['payout_file_unset'] })
  const day = istDay(ctx.now)
  const since = new Date(`${day}T00:00:00+05:30`)
  const sequence = await countBatchesOfDay(ctx.tx, account.id, since)
  const input = { lines, debitAccountNumber: account.account, debitIfsc: ifsc, day, sequence, clientCode }
  requireLines(layout, input)
  return payoutFile(layout, input)
}

/** Nothing is left out silently: one line that the bank would misread stops the whole file. */
function requireLines(layout: Layout, input: PayoutFileInput): void {
  const problems = input.lines.flatMap((line) => {
    const problem = lineProblem(layout, line, input)
    return problem ? [`payout_line_${problem}:${line.code}`] : []
  })
  if (problems.length > 0) throw invalid({ payouts: problems })
}

const bytesOf = ({ kind, rows }: PayoutFile, delimiter?: string): Buffer =>
  kind === 'xlsx' ? writeSpreadsheet(rows) : Buffer.from(delimitedText(rows, delimiter))
