/** A seller fills in what was agreed; the buyer with the number sends it as their offer. */
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#core/contract/auth.ts'
import {
  createRequest,
  type DealRequestFields,
  listRequests,
  uploadRequestPhotos,
} from '#core/contract/requests.ts'
import { amountField, phoneField } from '#core/fields.ts'
import { shoppingFields } from '#core/offer-fields.ts'
import { m } from '#messages/compiled/messages.js'
import { DESCRIPTION, DescriptionFields, limitWords } from '#web/features/offer/form/description-fields.tsx'
import { draftOf } from '#web/features/offer/form/draft.ts'
import { tryPhotos, usePhotoDraft } from '#web/features/offer/form/photo-draft.ts'
import { useDraftSaving } from '#web/features/offer/form/use-wizard.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { VerifyFirst } from '#web/ui/verify-first.tsx'

const START = { service_details: '', amount: '', cpty_phone: '', ...DESCRIPTION.initial }
const RULES = {
  service_details: shoppingFields.shape.service_details,
  amount: amountField,
  cpty_phone: phoneField,
  ...DESCRIPTION.rules,
}

/** `buyer`: their number, where it is known. */
export function AskBuyerForm({ buyer, user }: { buyer: string; user: User }) {
  const navigate = useNavigate()
  const draft = draftOf('request', user.id)
  const stored = draft.restore(START)
  const { field, values, attempt, summary, showErrors } = useFields(
    { ...stored, cpty_phone: buyer || stored.cpty_phone },
    RULES,
  )
  const [photos, setPhotos] = usePhotoDraft(draft.storage)
  useDraftSaving(draft, values)
  const ask = useApiMutation(createRequest, {
    refresh: [listRequests],
    onDone: async ({ id }) => {
      draft.clear()
      await tryPhotos(photos, m.waiting_photos_unsent, async () => {
        const { uploadWaitingPhotos } = await import('#web/lib/item-photos.ts')
        await uploadWaitingPhotos(uploadRequestPhotos, id, photos)
      })
      setPhotos([])
      toast(m.request_ask_done())
      void navigate(href('/deals'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { ...values } as unknown as DealRequestFields
    if (!ask.isPending) attempt(() => ask.mutate({ body }, { onError: showErrors }))
  }
  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary {...summary} />
      <TextField
        {...field('service_details')}
        label={m.request_ask_what()}
        hint={limitWords('service_details')}
      />
      <AmountField {...field('amount')} label={m.offer_amount()} hint={m.offer_amount_hint()} />
      <TextField {...field('cpty_phone')} label={m.request_ask_phone()} type="tel" inputMode="tel" />
      <DescriptionFields field={field} track="shopping" photos={photos} onPhotos={setPhotos} />
      {ask.isError && <ErrorNotice message={errorWords(ask.error)} />}
      <VerifyFirst error={ask.error} />
      <Button type="submit" kind="next" busy={ask.isPending}>
        {m.request_ask_send()}
      </Button>
    </form>
  )
}
