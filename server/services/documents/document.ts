/** One document of a deal for one viewer, as data; drawing it is slow and happens after the transaction. */
import type { DocumentName } from '#core/contract/documents.ts'
import type { Locale } from '#core/locale.ts'
import type { PdfContent } from '#server/pdf/document.ts'
import type { UserCtx } from '#server/services/context.ts'
import { agreement } from './agreement.ts'
import { decision } from './decision.ts'
import { type DocumentContext, getDocumentContext } from './document-context.ts'
import { receipt } from './receipt.ts'
import { refundAdvice } from './refund-advice.ts'

const COMPOSERS: Readonly<Record<DocumentName, (context: DocumentContext) => Promise<PdfContent>>> = {
  agreement,
  receipt,
  'refund-advice': refundAdvice,
  decision,
}

export interface DocumentRequest {
  readonly dealId: string
  readonly name: DocumentName
  readonly lang: Locale | undefined
}

/** Throws Refusal `not_found` for strangers, `wrong_state` when the deal is not that far. */
export async function createDocument(
  ctx: UserCtx,
  { dealId, name, lang }: DocumentRequest,
): Promise<PdfContent> {
  return COMPOSERS[name](await getDocumentContext(ctx, dealId, lang))
}
