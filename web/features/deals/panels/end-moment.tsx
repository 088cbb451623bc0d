/** How the deal ended in rupees, its papers, the next deal with the same person, and whether one would deal with them again. */

import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Deal, getDeal, rateDeal } from '#core/contract/deals.ts'
import { type DocumentName, document } from '#core/contract/documents.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { DownloadButton } from '#web/features/deals/files/download.tsx'
import { endWords } from '#web/features/deals/words/ending.ts'
import { nameOf, otherSide } from '#web/features/deals/words/people.ts'
import { addressOf } from '#web/lib/api.ts'
import { download } from '#web/lib/download.ts'
import { startAgain } from '#web/lib/draft-start.ts'
import { useSession } from '#web/lib/hooks.ts'
import { href, locale } from '#web/lib/locale.ts'
import { partOfAmount } from '#web/lib/part-of-amount.ts'
import { putAnswer, useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Picture, type PictureName } from '#web/ui/picture.tsx'
import { toastError } from '#web/ui/toasts.tsx'

export function EndMoment({ deal }: { deal: Deal }) {
  const [first, ...rest] = endWords(deal, formatPaiseShort)
  if (first === undefined) return <SameOffer deal={deal} />
  return (
    <section className="deal__section deal-end" aria-labelledby="deal-end">
      <Picture name={pictureOf(deal)} />
      <h2 id="deal-end" className="deal-end__title">
        <CheckIcon /> {first}
      </h2>
      {rest.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <p className="actions">
        <Receipt deal={deal} />
        <Again deal={deal} />
      </p>
      <Rating deal={deal} />
    </section>
  )
}

function pictureOf(deal: Deal): PictureName {
  if (partOfAmount(deal, 'payee') === 0) return 'returned'
  return partOfAmount(deal, 'payer') > 0 ? 'shared' : 'paid'
}

/** To its maker, where nothing came of it: the form, filled in as it was but for the day, which may be past. */
function SameOffer({ deal: { me, creator, track, terms } }: { deal: Deal }) {
  const user = useSession()?.user
  if (!user || me !== creator) return null
  // a form's fields are texts, and it leaves out what is none
  const { amount, cancellation_fee } = terms
  const values = {
    ...terms,
    amount: `${amount}`,
    cancellation_fee: `${cancellation_fee}`,
    date_of_completion: 0,
    coupon_id: 0,
  }
  return (
    <p className="actions">
      <Link className="button" to={href(`/${track}/form`)} onClick={() => startAgain(track, user.id, values)}>
        {m.end_same_offer()}
      </Link>
    </p>
  )
}

/** The one that says where the money went to whoever reads it. */
function Receipt({ deal }: { deal: Deal }) {
  const { form_pk, papers } = deal
  const name = (['receipt', 'refund-advice'] satisfies DocumentName[]).find((paper) => papers.includes(paper))
  if (!name) return null
  const input = { params: { form_pk }, query: { lang: locale() } }
  const url = addressOf(document(name), input).replace('/?', '?')
  return (
    <DownloadButton onDownload={() => download(url, `${name}-${form_pk}.pdf`)}>
      {name === 'receipt' ? m.document_receipt() : m.document_refund_advice()}
    </DownloadButton>
  )
}

/** To the form of the side that begins deals, with the other one filled in. A client cannot begin one. */
function Again({ deal }: { deal: Deal }) {
  const user = useSession()?.user
  const { parties, me, track } = deal
  const name = nameOf(deal, otherSide(deal))
  if (!user || me === 'team' || parties[otherSide(deal)].phone_number === null) return null
  if (track === 'services' && me === 'payer') return null
  const words = m.end_again({ name })
  if (track === 'shopping' && me === 'payee')
    return (
      <Link className="button" to={href('/seller_home')} state={{ ask: parties.payer.phone_number }}>
        {words}
      </Link>
    )
  const values =
    track === 'shopping'
      ? { cpty_company: parties.payee.business_name ?? '', cpty_phone: parties.payee.phone_number }
      : { cpty_full_name: parties.payer.name, cpty_phone: parties.payer.phone_number }
  return (
    <Link className="button" to={href(`/${track}/form`)} onClick={() => startAgain(track, user.id, values)}>
      {words}
    </Link>
  )
}

function Rating({ deal }: { deal: Deal }) {
  const client = useQueryClient()
  const params = { form_pk: deal.form_pk }
  const rate = useApiMutation(rateDeal, {
    onDone: (answer) => putAnswer(client, getDeal, { params }, answer),
    onError: toastError,
  })
  const { open, given } = deal.rating
  const name = nameOf(deal, otherSide(deal))
  if (given !== null) return <p>{given ? m.end_rated_yes({ name }) : m.end_rated_no({ name })}</p>
  if (!open) return null
  const say = (again: boolean) => rate.mutate({ params, body: { again } })
  return (
    <fieldset className="deal-end__rating">
      <legend>{m.end_rate({ name })}</legend>
      <p className="actions">
        <Button onClick={() => say(true)} busy={rate.isPending}>
          {m.end_rate_yes()}
        </Button>
        <Button onClick={() => say(false)} busy={rate.isPending}>
          {m.end_rate_no()}
        </Button>
      </p>
      <p className="muted">{m.end_rate_about()}</p>
    </fieldset>
  )
}
