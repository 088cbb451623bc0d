/** One story to one person: a notice in the product when he has an account, a mail when he has an address. Once per key. */
import type { Moving } from '../../../core/lifecycle/allowed.ts'
import { formatPaiseShort } from '../../../core/money.ts'
import { m } from '../../../messages/compiled/messages.js'
import type { LetterParts, Seat } from '../../mail/letter.ts'
import { insertMailsAndNotices } from '../../repositories/mail.ts'
import { findTeam } from '../../repositories/users.ts'
import type { Ctx } from '../context.ts'
import { mailRow } from '../mail/send.ts'
import type { After } from './after.ts'
import { type Locale, linkFor, type Scene, type Someone, someone } from './scene.ts'
import type { Story } from './story.ts'

export interface Recipient {
  readonly view: Moving
  readonly person: Someone
}

export const partiesOf = ({ payer, payee }: Scene): Recipient[] => [
  { view: 'payer', person: payer },
  { view: 'payee', person: payee },
]

export const teamOf = async (ctx: Ctx): Promise<Recipient[]> =>
  (await findTeam(ctx.tx)).map((user) => ({ view: 'team', person: someone(user) }))

export interface Told {
  /** Unique with the person: `deal:<form_pk>:<seq>`. */
  readonly key: string
  readonly kind: string
  readonly person: Someone
  readonly dealId: string | null
  readonly subject: string
  readonly parts: Omit<LetterParts, 'locale' | 'name' | 'publicUrl'>
  /** Product time before which the mail waits; null sends it at once. */
  readonly notBefore: number | null
}

/** Notices and mails of one move, of each kind together. */
export async function tellAll(ctx: Ctx, all: readonly Told[]): Promise<void> {
  const told = all.map((one) => ({ ...one, key: `${one.key}:${one.person.id ?? 'named'}` }))
  await insertMailsAndNotices(
    ctx.tx,
    told.flatMap(({ key, person, subject, parts, notBefore }) =>
      person.email === null
        ? []
        : mailRow(ctx, {
            key,
            userId: person.id,
            recipient: person.email,
            subject,
            parts: {
              ...parts,
              locale: person.locale,
              name: person.firstName,
              publicUrl: ctx.house.publicUrl,
            },
            notBefore,
          }),
    ),
    told.flatMap(({ key, kind, person, dealId, parts }) =>
      person.id === null
        ? []
        : {
            key,
            kind,
            user_id: person.id,
            deal_id: dealId,
            title: parts.headline,
            text: [...parts.money, ...parts.turn].join(' '),
            at: new Date(ctx.now),
          },
    ),
  )
}

export interface Telling {
  readonly key: string
  readonly kind: string
  readonly to: Recipient
  readonly scene: Scene
  readonly after: After
  readonly story: Story
  readonly notBefore: number | null
}

/** Of a deal: with its line, and the link that opens it. */
export function toldOf({ to, scene, after, story, ...rest }: Telling): Told {
  const { person } = to
  const { locale } = person
  const amount = formatPaiseShort(scene.amountPaise)
  return {
    ...rest,
    person,
    dealId: scene.dealId,
    subject: story.subject,
    parts: {
      about: m.mail_deal_line({ title: scene.title, amount }, { locale }),
      headline: story.headline,
      seats: seatsOf(scene, after, locale),
      money: story.money,
      turn: story.turn,
      link: linkFor(scene, to.view, locale),
      linkLabel: m.mail_open({}, { locale }),
    },
  }
}

function seatsOf({ amountPaise }: Scene, { isHeld, paid }: After, locale: Locale): Seat[] {
  if (!isHeld && !paid) return []
  const seat = (label: string, value: number): Seat => ({
    label,
    amount: formatPaiseShort(value),
    isFull: value > 0,
  })
  return [
    seat(m.mail_seat_payer({}, { locale }), paid?.payerPaise ?? 0),
    seat(m.mail_seat_held({}, { locale }), isHeld ? amountPaise : 0),
    seat(m.mail_seat_payee({}, { locale }), paid?.payeePaise ?? 0),
  ]
}
