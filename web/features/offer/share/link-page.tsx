/** The Transaction Code page of spec §2: what comes after the third step. */
import { Link } from 'react-router'
import { policy as policyCall } from '../../../../core/contract/site.ts'
import type { Track } from '../../../../core/ids.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { inDays } from '../../../lib/format.ts'
import { href } from '../../../lib/locale.ts'
import { useCall } from '../../../lib/queries.ts'
import { Notice } from '../../../ui/notice.tsx'
import { NextSteps } from '../form/next-steps.tsx'
import { SharePanel } from './share-panel.tsx'

export function LinkPage({ track, formPk }: { track: Track; formPk: string }) {
  const house = useCall(policyCall, {})
  return (
    <>
      <Notice kind="arrived" title={m.offer_added()} live>
        <p>{track === 'shopping' ? m.offer_code_seller() : m.offer_code_client()}</p>
      </Notice>
      <SharePanel track={track} formPk={formPk} />
      {house.data && <p>{m.offer_code_validity({ time: inDays(house.data.offerValidityMs) })}</p>}
      <NextSteps track={track} as="h2" />
      <p className="actions">
        <Link className="button button--next" to={href(`/deals/${formPk}`)}>
          {m.offer_open_deal()}
        </Link>
        <Link className="button" to={href(`/${track}/form`)}>
          {m.offer_another()}
        </Link>
      </p>
    </>
  )
}
