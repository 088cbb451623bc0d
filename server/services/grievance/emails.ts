/** The emails of a grievance: to the complainant when it is received, acknowledged and resolved; to the officer when it arrives. */
import type { GrievanceStage } from '#core/contract/grievance.ts'
import type { EmailContent } from '#core/email-content.ts'
import { formatMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { companyProfile } from '#server/mail/company-profile.ts'
import type { GrievanceRow } from '#server/repositories/grievances.ts'
import type { Ctx } from '#server/services/context.ts'
import { queueEmail } from '#server/services/notifications/queue-email.ts'

type GrievanceEmail = Pick<EmailContent, 'headline' | 'body'>

/** Without the sender's name and subject: anybody can file with anybody's address, and would write to them through us. */
const contentOf = (ctx: Ctx, row: GrievanceRow, { headline, body }: GrievanceEmail): EmailContent => ({
  locale: row.locale,
  name: '',
  about: null,
  headline,
  body,
  link: `${ctx.settings.publicUrl}${row.locale === 'hi' ? '/hi' : ''}/grievance?ticket=${row.ticket}#status`,
  linkLabel: m.email_grievance_open({}, { locale: row.locale }),
  publicUrl: ctx.settings.publicUrl,
})

const emailComplainant = (
  ctx: Ctx,
  row: GrievanceRow,
  stage: GrievanceStage['status'],
  email: GrievanceEmail,
): Promise<void> =>
  queueEmail(ctx, {
    key: `grievance:${row.ticket}:${stage}`,
    userId: null,
    recipient: row.email,
    subject: `${email.headline} · ${row.ticket}`,
    content: contentOf(ctx, row, email),
    notBefore: null,
  })

export async function emailReceived(ctx: Ctx, row: GrievanceRow): Promise<void> {
  const { locale, ticket } = row
  const acknowledge_by = formatMoment(row.acknowledge_by.getTime(), locale)
  const resolve_by = formatMoment(row.resolve_by.getTime(), locale)
  await emailComplainant(ctx, row, 'received', {
    headline: m.email_grievance_received({}, { locale }),
    body: [
      m.email_grievance_ticket({ ticket }, { locale }),
      m.email_grievance_when({ acknowledge_by, resolve_by }, { locale }),
    ],
  })
  await emailOfficer(ctx, row)
}

export const emailAcknowledged = (ctx: Ctx, row: GrievanceRow): Promise<void> => {
  const { locale, ticket } = row
  const resolve_by = formatMoment(row.resolve_by.getTime(), locale)
  return emailComplainant(ctx, row, 'acknowledged', {
    headline: m.email_grievance_acknowledged({}, { locale }),
    body: [
      m.email_grievance_ticket({ ticket }, { locale }),
      m.email_grievance_answer_by({ resolve_by }, { locale }),
    ],
  })
}

export const emailResolved = (ctx: Ctx, row: GrievanceRow): Promise<void> => {
  const { locale, ticket } = row
  return emailComplainant(ctx, row, 'resolved', {
    headline: m.email_grievance_resolved({}, { locale }),
    body: [
      m.email_grievance_ticket({ ticket }, { locale }),
      ...(row.answer ?? '').split('\n').filter((line) => line.trim() !== ''),
      m.email_grievance_appeal({}, { locale }),
    ],
  })
}

/** In English, the team's language. The sample address of content/site.json reaches nobody, so nothing is sent to it. */
async function emailOfficer(ctx: Ctx, row: GrievanceRow): Promise<void> {
  const { email } = companyProfile().grievance_officer
  if (/@example\.(?:com|org|net)$/.test(email)) return
  const locale = 'en'
  const by = formatMoment(row.acknowledge_by.getTime(), locale)
  await queueEmail(ctx, {
    key: `grievance:${row.ticket}:officer`,
    userId: null,
    recipient: email,
    subject: `${m.email_grievance_officer({}, { locale })} · ${row.ticket}`,
    content: {
      ...contentOf(ctx, row, {
        headline: m.email_grievance_officer({}, { locale }),
        body: [m.email_grievance_officer_by({ by }, { locale }), ...row.message.split('\n')],
      }),
      locale,
      about: row.subject,
      name: m.grievance_title({}, { locale }),
    },
    notBefore: null,
  })
}
