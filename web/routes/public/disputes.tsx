import { m } from '../../../messages/compiled/messages.js'
import { Disputes } from '../../features/public/disputes.tsx'
import { pageMeta } from '../../features/public/page-meta.ts'
import { siteName } from '../../lib/site.ts'

export const meta = () =>
  pageMeta({
    title: m.disputes_title(),
    description: m.disputes_description({ name: siteName() }),
    path: '/disputes',
  })
export default Disputes
