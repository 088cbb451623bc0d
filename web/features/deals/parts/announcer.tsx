import { useEffect, useRef, useState } from 'react'
import type { Deal } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { statusName } from '../../../lib/lifecycle-words.ts'
import { moveWords } from './now-panel.tsx'

/** Read out when the deal changes under the reader: its new state and whose move it is. Silent at first. */
export function Announcer({ deal }: { deal: Deal }) {
  const words = m.deal_changed({ status: statusName(deal.status), move: moveWords(deal) })
  const before = useRef(words)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (before.current !== words) setSaid(words)
    before.current = words
  }, [words])
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  )
}
