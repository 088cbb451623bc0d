/** What a share link opens: the offer for the one it names, its maker and the team; words of the spec for all others. */
import { useEffect, useRef } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { Track } from '#core/ids.ts'
import { m } from '#messages/compiled/messages.js'
import { ApiError, errorWords } from '#web/lib/api-error.ts'
import { useSession } from '#web/lib/hooks.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment } from '#web/ui/values.tsx'
import '#web/features/offer/offer.css'
import { AcceptForm } from './accept-form.tsx'
import { AskMaker } from './ask-maker.tsx'
import { WithdrawButton } from './end-offer.tsx'
import { Rules } from './rules.tsx'
import { TermsView } from './terms.tsx'
import { type OfferPreview, type OfferState, offerStateOf, useOffer } from './use-offer.ts'
import { Welcome } from './welcome.tsx'

// of whoever it is not for
const NotYours = lazyWithRetry(async () => (await import('./not-yours.tsx')).NotYours, { bars: 3 })
// its maker's alone
const SharePanel = lazyWithRetry(
  async () => (await import('#web/features/offer/share/share-panel.tsx')).SharePanel,
  { bars: 6 },
)

const trackOf = (pathname: string): Track => (/\/services\/?$/.test(pathname) ? 'services' : 'shopping')
const titleOf = (track: Track): string =>
  track === 'shopping' ? m.preview_shopping_title() : m.preview_services_title()

export const meta = ({ location }: { location: { pathname: string } }) =>
  appMeta(titleOf(trackOf(location.pathname)))

export default function PreviewPage() {
  const track = trackOf(useLocation().pathname)
  const session = useSession()
  return (
    <div className={session ? 'page offer' : 'page offer welcome'}>
      {session ? (
        <>
          <h1>{titleOf(track)}</h1>
          <Preview track={track} />
        </>
      ) : (
        <Welcome track={track} />
      )}
    </div>
  )
}

function Preview({ track }: { track: Track }) {
  const formPk = useSearchParams()[0].get('form_pk') ?? ''
  const { offer, error, refetch } = useOffer(track, formPk)
  if (formPk === '') return <NotYours track={track} />
  if (offer) return <OfferView offer={offer} refetch={refetch} />
  if (!error) return <Skeleton bars={6} />
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 429
  return isRefusal ? (
    <NotYours track={track} />
  ) : (
    <ErrorNotice message={errorWords(error)} onRetry={refetch} />
  )
}

function OfferView({ offer, refetch }: { offer: OfferPreview; refetch: () => void }) {
  const { terms, deal } = offer
  const stand = offerStateOf(deal)
  const isOwn = deal.me === deal.creator
  useSeenEnd(stand)
  return (
    <>
      {stand !== 'open' && <Over stand={stand} formPk={deal.form_pk} />}
      {stand === 'open' && isOwn && <Own offer={offer} />}
      {stand === 'open' && terms.can_accept && <YourMove offer={offer} />}
      {deal.me === 'team' && (
        <Notice>
          <p>{m.preview_team()}</p>
        </Notice>
      )}
      <TermsView offer={offer} />
      <Rules offer={offer} />
      {stand === 'open' && terms.can_accept && (
        <>
          <AskMaker offer={offer} />
          <AcceptForm offer={offer} refetch={refetch} />
        </>
      )}
    </>
  )
}

/** An offer that ends under the reader's eyes says so at the head of the page; the reader may be far below. */
function useSeenEnd(stand: OfferState): void {
  const before = useRef(stand)
  useEffect(() => {
    if (before.current === 'open' && stand !== 'open') window.scrollTo(0, 0)
    before.current = stand
  }, [stand])
}

const OVER = {
  expired: [m.preview_expired, m.preview_expired_text],
  withdrawn: [m.preview_withdrawn, m.preview_withdrawn_text],
  declined: [m.preview_declined, m.preview_declined_text],
  accepted: [m.preview_accepted, m.preview_accepted_text],
} as const

function Over({ stand, formPk }: { stand: Exclude<OfferState, 'open'>; formPk: string }) {
  const [title, text] = OVER[stand]
  return (
    <Notice kind={stand === 'accepted' ? 'arrived' : 'stop'} title={title()} live>
      <p>{text()}</p>
      {stand === 'accepted' && (
        <p>
          <Link className="button button--next" to={href(`/deals/${formPk}`)}>
            {m.offer_open_deal()}
          </Link>
        </p>
      )}
    </Notice>
  )
}

function YourMove({ offer: { terms, deal } }: { offer: OfferPreview }) {
  return (
    <p className="offer__move">
      {m.preview_your_move({ name: `${terms.main_user_fname} ${terms.main_user_lname}` })}
      {deal.due_at && (
        <>
          {' '}
          <strong>
            {m.preview_until()} <Moment at={deal.due_at} now={deal.now} />
          </strong>
        </>
      )}
    </p>
  )
}

const canDo = (deal: OfferPreview['deal'], action: string): boolean =>
  deal.actions.some(({ name }) => name === action)

function Own({ offer: { deal } }: { offer: OfferPreview }) {
  return (
    <>
      <Notice kind="next" title={m.preview_own()}>
        <p>{m.preview_own_text()}</p>
      </Notice>
      <SharePanel track={deal.track} formPk={deal.form_pk} />
      <p className="actions">
        {canDo(deal, 'edit') && (
          <Link className="button" to={`${href(`/deals/${deal.form_pk}`)}?ask=edit`}>
            {m.deal_do_edit()}
          </Link>
        )}
        {canDo(deal, 'withdraw') && <WithdrawButton deal={deal} />}
      </p>
    </>
  )
}
