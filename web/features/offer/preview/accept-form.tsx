/** The rules checkbox and 'Confirm & Start Transaction'. What is accepted is the version that was ticked, and no other. */
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { actOnDeal } from '#core/contract/deals.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { ApiError, errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { dropErrorToasts, toastError } from '#web/ui/toasts.tsx'
import { VerifyFirst } from '#web/ui/verify-first.tsx'
import { DeclineButton } from './end-offer.tsx'
import { type OfferPreview, useStoreAnswer } from './use-offer.ts'

export function AcceptForm({
  offer: { terms, deal },
  refetch,
}: {
  offer: OfferPreview
  refetch: () => void
}) {
  const [firstSeen] = useState(terms.terms_version)
  const [ticked, setTicked] = useState<number>()
  const isTicked = ticked === terms.terms_version
  const { accept, act } = useAccept(deal.track, refetch)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTicked && !act.isPending) accept(terms.form_pk, terms.terms_version)
  }
  const amount = formatPaiseShort(terms.amount_paise)
  return (
    <form className="offer__section" onSubmit={submit} noValidate>
      {terms.terms_version !== firstSeen && <Changed version={terms.terms_version} />}
      {act.isError && !isStale(act.error) && <ErrorNotice message={errorWords(act.error)} />}
      <VerifyFirst error={act.error} />
      <div className="tick">
        <input
          id="field-rules_accepted"
          type="checkbox"
          checked={isTicked}
          onChange={(event) => setTicked(event.currentTarget.checked ? terms.terms_version : undefined)}
        />
        <label htmlFor="field-rules_accepted">{m.preview_rules_tick()}</label>
      </div>
      <p className="muted">
        {deal.me === 'payer' ? m.preview_confirm_payer({ amount }) : m.preview_confirm_payee({ amount })}
      </p>
      {!isTicked && <p className="field__hint">{m.offer_tick_first()}</p>}
      <div className="offer__buttons">
        <Button type="submit" kind="next" disabled={!isTicked} busy={act.isPending}>
          {act.isPending ? m.preview_confirm_busy() : m.preview_confirm()}
        </Button>
        {deal.actions.some(({ name }) => name === 'decline') && <DeclineButton deal={deal} />}
      </div>
    </form>
  )
}

const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'stale_terms'

const Changed = ({ version }: { version: number }) => (
  <Notice kind="next" title={m.preview_stale()} live>
    <p>{m.preview_stale_text({ version: String(version) })}</p>
  </Notice>
)

function useAccept(track: OfferPreview['deal']['track'], refetch: () => void) {
  const navigate = useNavigate()
  const takeAnswer = useStoreAnswer(track)
  const act = useApiMutation(actOnDeal, {
    onDone: async (deal) => {
      dropErrorToasts()
      await takeAnswer(deal)
      void navigate(href(`/deals/${deal.form_pk}`))
    },
  })
  const accept = (formPk: string, termsVersion: number) =>
    act.mutate(
      {
        params: { form_pk: formPk, action: 'accept' },
        body: { terms_version: termsVersion, rules_accepted: true },
      },
      {
        onError: (error) => {
          toastError(error)
          // Changed, withdrawn or too late: what is shown is read again.
          if (error instanceof ApiError && error.status === 409) refetch()
        },
      },
    )
  return { act, accept }
}
