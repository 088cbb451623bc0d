/** What is in the pack and how to check it with what most systems have: SHA-256, and OpenSSL for the signature. */
import { verifyPage } from '../../../core/ids.ts'
import { m } from '../../../messages/compiled/messages.js'
import { letterhead } from '../../mail/letterhead.ts'
import { at, calledIn, type Sheet } from '../papers/sheet.ts'

/** Commands are the same in every language. */
const SIGNATURE_COMMANDS = `   perl -ne 'print pack "H*", $1 if /"key":"(\\w+)"/' signature.json > key.der
   perl -ne 'print pack "H*", $1 if /"signature":"(\\w+)"/' signature.json > signature.bin
   openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in SHA256SUMS -sigfile signature.bin`

export function readmeOf(sheet: Sheet): string {
  const { ctx, locale, loaded, scene } = sheet
  const form_pk = loaded.deal.id
  const head = m.paper_pack_head(
    {
      brand: letterhead().name[locale],
      title: scene.title,
      payer: calledIn(sheet, 'payer'),
      payee: calledIn(sheet, 'payee'),
      at: at(ctx.now, locale),
      form_pk,
    },
    { locale },
  )
  const address = verifyPage(ctx.house.publicUrl, locale, form_pk)
  const key = `${ctx.house.publicUrl}/api/evidence/key`
  return [
    head,
    m.paper_pack_content({}, { locale }),
    m.paper_pack_check({}, { locale }),
    m.paper_pack_chain({}, { locale }),
    m.paper_pack_signature({ key, commands: SIGNATURE_COMMANDS }, { locale }),
    m.paper_pack_verify({ address }, { locale }),
    '',
  ].join('\n\n')
}
