/** What invitations and requests have in common: a link for the other side's WhatsApp, and the tap that makes the offer. */
import { useNavigate } from 'react-router'
import type { User } from '#core/contract/auth.ts'
import { listDeals } from '#core/contract/deals.ts'
import { listInvites, type sendInvite } from '#core/contract/invites.ts'
import { type confirmRequest, listRequests } from '#core/contract/requests.ts'
import { href } from '#web/lib/locale.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { SocialIcon } from '#web/ui/icons.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { toastError } from '#web/ui/toasts.tsx'

const RoleWay = lazyWithRetry(async () => (await import('#web/ui/role-way.tsx')).RoleWay, { bars: 1 })

interface WhatsAppLinkProps {
  readonly phone: string
  readonly text: string
  readonly label: string
}

/** From the person's own phone, in their own name: we write to no stranger. */
export const WhatsAppLink = ({ phone, text, label }: WhatsAppLinkProps) => (
  <a
    className="button button--next"
    href={`https://wa.me/91${phone}?text=${encodeURIComponent(text)}`}
    target="_blank"
    rel="noopener noreferrer"
  >
    <SocialIcon kind="whatsapp" />
    {label}
  </a>
)

/** Who makes offers of goods. */
const MAKER = 'Buyer'

interface SendOfferProps {
  readonly endpoint: typeof sendInvite | typeof confirmRequest
  readonly id: string
  readonly label: string
  readonly user: User
}

export function SendOffer({ endpoint, id, label, user }: SendOfferProps) {
  const navigate = useNavigate()
  const send = useApiMutation(endpoint, {
    refresh: [listInvites, listRequests, listDeals],
    onDone: ({ form_pk }) => void navigate(href(`/deals/${form_pk}`)),
    onError: toastError,
  })
  if (user.user_type[0] !== MAKER) return <RoleWay user={user} role={MAKER} />
  return (
    <Button kind="next" busy={send.isPending} onClick={() => send.mutate({ params: { id } })}>
      {label}
    </Button>
  )
}
