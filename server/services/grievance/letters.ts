/** What the complainant is mailed: the ticket at once, then that it was read, then the answer; and word to the officer. */
import { formatMoment } from '../../../core/time.ts'
import { m } from '../../../messages/compiled/messages.js'
import type { LetterParts } from '../../mail/letter.ts'
import { letterhead } from '../../mail/letterhead.ts'
import type { GrievanceRow } from '../../repositories/grievances.ts'
import type { Ctx } from '../context.ts'
import { sendLetter } from '../mail/send.ts'

interface Words {
  readonly headline: string
  readonly turn: readonly string[]
}

const partsOf = (ctx: Ctx, row: GrievanceRow, { headline, turn }: Words): LetterParts => ({
  locale: row.locale,
  name: row.name,
  about: row.subject,
  headline,
  seats: [],
  money: [],
  turn,
  link: `${ctx.house.publicUrl}${row.locale === 'hi' ? '/hi' : ''}/grievance?ticket=${row.ticket}#status`,
  linkLabel: m.mail_grievance_open({}, { locale: row.locale }),
  publicUrl: ctx.house.publicUrl,
})

async function tell(ctx: Ctx, row: GrievanceRow, stage: string, words: Words): Promise<void> {
  await sendLetter(ctx, {
    key: `grievance:${row.ticket}:${stage}`,
    userId: null,
    recipient: row.email,
    subject: `${words.headline} · ${row.ticket}`,
    parts: partsOf(ctx, row, words),
    notBefore: null,
  })
}

export async function tellReceived(ctx: Ctx, row: GrievanceRow): Promise<void> {
  const { locale, ticket } = row
  const acknowledge_by = formatMoment(row.acknowledge_by.getTime(), locale)
  const resolve_by = formatMoment(row.resolve_by.getTime(), locale)
  await tell(ctx, row, 'received', {
    headline: m.mail_grievance_received({}, { locale }),
    turn: [
      m.mail_grievance_ticket({ ticket }, { locale }),
      m.mail_grievance_when({ acknowledge_by, resolve_by }, { locale }),
    ],
  })
  await tellOfficer(ctx, row)
}

export const tellAcknowledged = (ctx: Ctx, row: GrievanceRow): Promise<void> => {
  const { locale, ticket } = row
  const resolve_by = formatMoment(row.resolve_by.getTime(), locale)
  return tell(ctx, row, 'acknowledged', {
    headline: m.mail_grievance_acknowledged({}, { locale }),
    turn: [
      m.mail_grievance_ticket({ ticket }, { locale }),
      m.mail_grievance_answer_by({ resolve_by }, { locale }),
    ],
  })
}

export const tellResolved = (ctx: Ctx, row: GrievanceRow): Promise<void> => {
  const { locale, ticket } = row
  return tell(ctx, row, 'resolved', {
    headline: m.mail_grievance_resolved({}, { locale }),
    turn: [
      m.mail_grievance_ticket({ ticket }, { locale }),
      ...(row.answer ?? '').split('\n').filter((line) => line.trim() !== ''),
      m.mail_grievance_appeal({}, { locale }),
    ],
  })
}

/** In English, the team's language. A sample address in content/site.json reaches nobody, so it is not tried. */
async function tellOfficer(ctx: Ctx, row: GrievanceRow): Promise<void> {
  const { email } = letterhead().grievance_officer
  if (/@example\.(?:com|org|net)$/.test(email)) return
  const locale = 'en'
  const by = formatMoment(row.acknowledge_by.getTime(), locale)
  await sendLetter(ctx, {
    key: `grievance:${row.ticket}:officer`,
    userId: null,
    recipient: email,
    subject: `${m.mail_grievance_officer({}, { locale })} · ${row.ticket}`,
    parts: {
      ...partsOf(ctx, row, {
        headline: m.mail_grievance_officer({}, { locale }),
        turn: [m.mail_grievance_officer_by({ by }, { locale }), ...row.message.split('\n')],
      }),
      locale,
      name: m.grievance_title({}, { locale }),
    },
    notBefore: null,
  })
}
