/** Every sentence that other figures would change, before it is asked for and before it is approved. */
import { previewPolicy } from '#core/contract/policies.ts'
import type { FigureValues } from '#core/policy-figures.ts'
import type { PlacedChange } from '#core/sentence-changes.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'

interface SentencePreviewProps {
  readonly figures: FigureValues
  readonly disabled?: boolean
  readonly onRefused?: (error: Error) => void
}

export function SentencePreview({ figures, disabled = false, onRefused }: SentencePreviewProps) {
  const preview = useApiMutation(previewPolicy, { onError: (error) => onRefused?.(error) })
  // of other figures than those that are asked about now
  const isStale = JSON.stringify(preview.variables?.body?.figures) !== JSON.stringify(figures)
  return (
    <>
      <p>
        <Button
          busy={preview.isPending}
          disabled={disabled}
          onClick={() => preview.mutate({ body: { figures } })}
        >
          {m.policies_see()}
        </Button>
      </p>
      <div role="status">
        {preview.isPending && <p className="muted">{m.policies_reading()}</p>}
        {preview.data && !isStale && (
          <p>
            {preview.data.sentences.length === 0
              ? m.policies_no_sentences()
              : m.policies_sentences({ count: String(preview.data.sentences.length) })}{' '}
            {m.policies_deal_samples()}
          </p>
        )}
      </div>
      {preview.isError && <ErrorNotice message={errorWords(preview.error)} />}
      {preview.data && !isStale && <Sentences sentences={preview.data.sentences} />}
    </>
  )
}

const Sentences = ({ sentences }: { sentences: readonly PlacedChange[] }) => (
  <ul className="console__list policy-sentences">
    {sentences.map(({ place, locale, before, after }) => (
      <li key={`${locale} ${place} ${before} ${after}`}>
        <p className="muted">
          <Place place={place} locale={locale} />
        </p>
        {before && (
          <p lang={locale}>
            <span className="visually-hidden">{m.policies_before()} </span>
            <del>{before}</del>
          </p>
        )}
        {after && (
          <p lang={locale}>
            <span className="visually-hidden">{m.policies_after()} </span>
            <ins>{after}</ins>
          </p>
        )}
      </li>
    ))}
  </ul>
)

const PLACES: Readonly<Record<string, () => string>> = {
  'offer-shopping': m.policies_place_offer_shopping,
  'offer-services': m.policies_place_offer_services,
  'agreement-shopping': m.policies_place_agreement_shopping,
  'agreement-services': m.policies_place_agreement_services,
  'deal-shopping-payer': m.policies_place_deal_shopping_payer,
  'deal-shopping-payee': m.policies_place_deal_shopping_payee,
  'deal-shopping-team': m.policies_place_deal_shopping_team,
  'deal-services-payer': m.policies_place_deal_services_payer,
  'deal-services-payee': m.policies_place_deal_services_payee,
  'deal-services-team': m.policies_place_deal_services_team,
}

function Place({ place, locale }: Pick<PlacedChange, 'place' | 'locale'>) {
  const path = place.startsWith('/') ? href(place, locale) : null
  return path ? (
    <a className="tap-target" href={path} target="_blank" rel="noopener">
      {path}
      <span className="visually-hidden"> {m.account_new_tab()}</span>
    </a>
  ) : (
    <>
      {PLACES[place]?.() ?? place} ({locale})
    </>
  )
}
