/** What is sold under an offer link, for how much and how often: a new one, or the next version of one. */
import { type FormEvent, useState } from 'react'
import type { OfferLink } from '#core/contract/links.ts'
import { fieldProblems } from '#core/field-problems.ts'
import { offerLinkFields } from '#core/offer-fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { PHOTO_TYPES } from '#web/lib/item-photos.ts'
import { useFields } from '#web/lib/use-fields.ts'
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
  readonly verb: string
  readonly saving: { readonly isPending: boolean; readonly error: unknown }
  /** A picture is asked for with a new link alone; a link that is there has its own button. */
  readonly onSend: (
    terms: LinkFormValues,
    photo: File | null,
    showErrors: (error: unknown) => unknown,
  ) => void
  readonly onClose: () => void
}

export function LinkForm({ link, verb, saving, onSend, onClose }: LinkFormProps) {
  const [photo, setPhoto] = useState<File | null>(null)
  const { field, values, attempt, summary, showErrors } = useFields(link ? valuesOf(link) : START, RULES)
  const send = () => {
    const { title, details, amount, stock, per_buyer } = values
    const counts = { stock: stock === '' ? null : Number(stock), per_buyer: Number(per_buyer) }
    onSend({ title, details, amount: Number(amount), ...counts }, photo, showErrors)
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
      {!link && (
        <div className="field">
          <p className="field__label">
            {m.links_photo()} <span className="muted">({m.ui_optional()})</span>
          </p>
          {photo && <p>{photo.name}</p>}
          <p className="actions">
            <PickFile
              label={photo ? m.links_photo_change() : m.links_photo_add()}
              accept={PHOTO_TYPES}
              onPick={([chosen]) => setPhoto(chosen ?? null)}
            />
            {photo && (
              <Button kind="quiet" onClick={() => setPhoto(null)}>
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
