/** What is in the pack and how to check it with nothing but a program that computes SHA-256. */
import { m } from '../../../messages/compiled/messages.js'
import { letterhead } from '../../mail/letterhead.ts'
import { at, calledIn, type Sheet } from '../papers/sheet.ts'

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
  const address = `${ctx.house.publicUrl}/verify?code=${form_pk}`
  const key = `${ctx.house.publicUrl}/api/evidence/key`
  return [
    head,
    m.paper_pack_content({}, { locale }),
    m.paper_pack_check({}, { locale }),
    m.paper_pack_chain({}, { locale }),
    m.paper_pack_signature({ key }, { locale }),
    m.paper_pack_verify({ address }, { locale }),
    '',
  ].join('\n\n')
}
