/** What is sold under an offer link, for how much and how often: a new one, or the next version of one. */
import type { FormEvent } from 'react'
import type { OfferLink } from '#core/contract/links.ts'
import { fieldProblems } from '#core/field-problems.ts'
import { newStock, offerLinkFields } from '#core/offer-fields.ts'
import { m } from '#messages/compiled/messages.js'
import type { Draft } from '#web/features/offer/form/draft.ts'
import { useDraftSaving } from '#web/features/offer/form/use-wizard.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { PHOTO_TYPES } from '#web/lib/item-photos.ts'
import { type Rules, useFields } from '#web/lib/use-fields.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProseField, TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { PickFile } from '#web/ui/pick-file.tsx'
import { VerifyFirst } from '#web/ui/verify-first.tsx'

const START = { title: '', amount: '', stock: '', per_buyer: '1', details: '' }
const RULES = {
  ...offerLinkFields,
  // nothing typed: as many as come
  stock: (value: unknown) => (value === '' ? [] : fieldProblems(offerLinkFields.stock, value)),
}
/** What is sold out at once, or a typing error, is noticed before its link is passed on. */
const NEW_RULES: Rules<typeof START> = {
  ...RULES,
  stock: (value) => (value === '' ? [] : fieldProblems(newStock, value)),
  per_buyer: (value, { stock }) => {
    const problems = fieldProblems(offerLinkFields.per_buyer, value)
    const isMore = Number(stock) > 0 && Number(value) > Number(stock)
    return problems.length === 0 && isMore ? [`count:${stock}`] : problems
  },
}

const valuesOf = ({ title, amount, stock, per_buyer, details }: OfferLink): typeof START => ({
  title,
  details,
  amount: String(amount),
  stock: stock === null ? '' : String(stock),
  per_buyer: String(per_buyer),
})

export interface LinkFormValues {
  readonly title: string
  readonly details: string
  readonly amount: number
  readonly stock: number | null
  readonly per_buyer: number
}

interface LinkFormProps {
  /** The one to be changed. */
  readonly link?: OfferLink
  /** Of a new one: what was typed, and its picture. A link that is there has its own button for that. */
  readonly draft?: Draft & { readonly photo: File | null; readonly onPhoto: (photo: File | null) => void }
  readonly verb: string
  readonly saving: { readonly isPending: boolean; readonly error: unknown }
  readonly onSend: (terms: LinkFormValues, showErrors: (error: unknown) => unknown) => void
  readonly onClose: () => void
}

/** Of a link that is there: it is stored already. */
const NO_DRAFT = { save: () => undefined }

export function LinkForm({ link, draft, verb, saving, onSend, onClose }: LinkFormProps) {
  const initial = link ? valuesOf(link) : START
  const { field, values, attempt, summary, showErrors } = useFields(
    draft ? draft.restore(initial) : initial,
    link ? RULES : NEW_RULES,
  )
  useDraftSaving(draft ?? NO_DRAFT, values)
  const send = () => {
    const { title, details, amount, stock, per_buyer } = values
    const counts = { stock: stock === '' ? null : Number(stock), per_buyer: Number(per_buyer) }
    onSend({ title, details, amount: Number(amount), ...counts }, showErrors)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) attempt(send)
  }
  return (
    <form className="offer__form" onSubmit={submit} noValidate>
      <ErrorSummary {...summary} />
      <TextField {...field('title')} label={m.links_name()} hint={m.ui_limit_any({ min: '2', max: '60' })} />
      <AmountField {...field('amount')} label={m.links_price()} />
      <TextField
        {...field('stock')}
        label={m.links_stock()}
        hint={m.links_stock_hint()}
        inputMode="numeric"
        optional
      />
      <TextField {...field('per_buyer')} label={m.links_per_buyer()} inputMode="numeric" />
      <ProseField {...field('details')} label={m.links_details()} optional />
      {draft && (
        <div className="field">
          <p className="field__label">
            {m.links_photo()} <span className="muted">({m.ui_optional()})</span>
          </p>
          {draft.photo && <p>{draft.photo.name}</p>}
          <p className="actions">
            <PickFile
              label={draft.photo ? m.links_photo_change() : m.links_photo_add()}
              accept={PHOTO_TYPES}
              onPick={([chosen]) => draft.onPhoto(chosen ?? null)}
            />
            {draft.photo && (
              <Button kind="quiet" onClick={() => draft.onPhoto(null)}>
                {m.links_photo_remove()}
              </Button>
            )}
          </p>
        </div>
      )}
      {link && <p className="muted">{m.links_change_hint()}</p>}
      {saving.error != null && <ErrorNotice message={errorWords(saving.error)} />}
      <VerifyFirst error={saving.error} />
      <p className="actions">
        <Button type="submit" kind="next" busy={saving.isPending}>
          {verb}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
      </p>
    </form>
  )
}
