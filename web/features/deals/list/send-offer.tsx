/** What invitations and requests have in common: the tap that makes the offer. */
import { useNavigate } from 'react-router'
import type { User } from '#core/contract/auth.ts'
import { listDeals } from '#core/contract/deals.ts'
import { listInvites, type sendInvite } from '#core/contract/invites.ts'
import { type confirmRequest, listRequests } from '#core/contract/requests.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { toastError } from '#web/ui/toasts.tsx'

const RoleWay = lazyWithRetry(async () => (await import('#web/ui/role-way.tsx')).RoleWay, { bars: 1 })

/** Who makes offers of goods. */
const MAKER = 'Buyer'

interface SendOfferProps {
  readonly endpoint: typeof sendInvite | typeof confirmRequest
  readonly id: string
  /** Of a request: those that are shown. An invitation has the buyer's own. */
  readonly photos?: readonly { readonly id: string }[]
  readonly label: string
  readonly user: User
}

export function SendOffer({ endpoint, id, photos, label, user }: SendOfferProps) {
  const navigate = useNavigate()
  const send = useApiMutation(endpoint as typeof confirmRequest, {
    refresh: [listInvites, listRequests, listDeals],
    onDone: ({ form_pk }) => void navigate(href(`/deals/${form_pk}`)),
    onError: toastError,
  })
  if (user.user_type[0] !== MAKER) return <RoleWay user={user} role={MAKER} />
  return (
    <Button
      kind="next"
      busy={send.isPending}
      onClick={() =>
        send.mutate({ params: { id }, body: photos && { photos: photos.map((photo) => photo.id) } })
      }
    >
      {label}
    </Button>
  )
}
