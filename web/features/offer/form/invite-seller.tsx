/** For a seller who is not registered: the offer is kept for their number, and the buyer sends them the invitation. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createInvite, type InviteFields, listInvites, uploadInvitePhotos } from '#core/contract/invites.ts'
import { phoneField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { tryPhotos } from './photo-draft.ts'

interface InviteSellerProps {
  /** The form as it is filled, but for the seller. */
  readonly values: Readonly<Record<string, unknown>>
  readonly photos: readonly File[]
  /** The form begins anew. */
  readonly onInvited: () => void
}

const START = { invite_phone: '' }
const RULES = { invite_phone: phoneField }

export function InviteSeller(props: InviteSellerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="offer__section">
      <p className="muted">{m.invite_hint()}</p>
      {isOpen ? (
        <InviteForm {...props} />
      ) : (
        <Button onClick={() => setOpen(true)}>{m.invite_button()}</Button>
      )}
    </div>
  )
}

function InviteForm({ values, photos, onInvited }: InviteSellerProps) {
  const navigate = useNavigate()
  const { field, values: own, attempt, summary, showErrors } = useFields(START, RULES)
  const invite = useApiMutation(createInvite, {
    refresh: [listInvites],
    onDone: async ({ id }) => {
      await tryPhotos(photos, m.waiting_photos_unsent, async () => {
        const { uploadWaitingPhotos } = await import('#web/lib/item-photos.ts')
        await uploadWaitingPhotos(uploadInvitePhotos, id, photos)
      })
      toast(m.invite_done())
      onInvited()
      void navigate(href('/deals'))
    },
  })
  const submit = () => {
    const { cpty_company: _, ...form } = values
    const body = { ...form, cpty_phone: own.invite_phone } as unknown as InviteFields
    invite.mutate({ body }, { onError: showErrors })
  }
  return (
    <>
      <ErrorSummary {...summary} />
      <TextField
        {...field('invite_phone')}
        label={m.invite_number()}
        hint={m.invite_number_hint()}
        type="tel"
        inputMode="tel"
      />
      {invite.isError && <ErrorNotice message={errorWords(invite.error)} />}
      <Button kind="next" busy={invite.isPending} onClick={() => attempt(submit)}>
        {m.invite_send()}
      </Button>
    </>
  )
}
