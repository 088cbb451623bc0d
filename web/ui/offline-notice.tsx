/** Says that there is no network, and since when what is shown was seen. Asks the server again as soon as it is back. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '#messages/compiled/messages.js'
import { shortMoment } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/hooks.ts'
import { useSeenAt } from '#web/lib/offline.ts'
import { Notice } from './notice.tsx'

export function OfflineNotice() {
  const seenAt = useSeenAt()
  const isOnline = useOnline()
  const client = useQueryClient()
  useEffect(() => {
    const again = () => void client.invalidateQueries()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [client])
  return (
    <div className="page offline" role="status">
      {(seenAt !== null || !isOnline) && (
        <Notice
          kind="next"
          title={seenAt === null ? m.offline_title() : m.offline_seen({ moment: shortMoment(seenAt) })}
        >
          <p>{m.offline_meaning()}</p>
        </Notice>
      )}
    </div>
  )
}
