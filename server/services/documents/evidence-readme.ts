/** The README of an evidence pack: its content, and how to verify it with sha256sum and OpenSSL. */
import { verifyPage } from '#core/links.ts'
import { m } from '#messages/compiled/messages.js'
import { companyProfile } from '#server/mail/company-profile.ts'
import { type DocumentContext, formatAt, participantLabel } from './document-context.ts'

/** Commands are the same in every language. */
const SIGNATURE_COMMANDS = `   perl -ne 'print pack "H*", $1 if /"key":"(\\w+)"/' signature.json > key.der
   perl -ne 'print pack "H*", $1 if /"signature":"(\\w+)"/' signature.json > signature.bin
   openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in SHA256SUMS -sigfile signature.bin`

export function readmeOf(context: DocumentContext): string {
  const { ctx, locale, loaded, participants } = context
  const form_pk = loaded.deal.id
  const head = m.document_pack_head(
    {
      brand: companyProfile().name[locale],
      title: participants.title,
      payer: participantLabel(context, 'payer'),
      payee: participantLabel(context, 'payee'),
      at: formatAt(ctx.now, locale),
      form_pk,
    },
    { locale },
  )
  const address = verifyPage(ctx.settings.publicUrl, locale, form_pk)
  const key = `${ctx.settings.publicUrl}/api/evidence/key`
  return [
    head,
    m.document_pack_content({}, { locale }),
    m.document_pack_check({}, { locale }),
    m.document_pack_chain({}, { locale }),
    m.document_pack_signature({ key, commands: SIGNATURE_COMMANDS }, { locale }),
    m.document_pack_verify({ address, site: ctx.settings.publicUrl }, { locale }),
    '',
  ].join('\n\n')
}
