/** Says that the page shows what was last seen. Asks the server again as soon as the network is back. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '#messages/compiled/messages.js'
import { shortMoment } from '#web/lib/format.ts'
import { useSeenAt } from '#web/lib/offline.ts'
import { Notice } from './notice.tsx'

export function OfflineNotice() {
  const seenAt = useSeenAt()
  const client = useQueryClient()
  useEffect(() => {
    const again = () => void client.invalidateQueries()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [client])
  return (
    <div className="page offline" role="status">
      {seenAt !== null && (
        <Notice kind="next" title={m.offline_seen({ moment: shortMoment(seenAt) })}>
          <p>{m.offline_meaning()}</p>
        </Notice>
      )}
    </div>
  )
}
