import { m } from '../../../messages/compiled/messages.js'
import { Grievance } from '../../features/public/grievance.tsx'
import { pageMeta } from '../../features/public/page-meta.ts'
import { siteName } from '../../lib/site.ts'

export const meta = () =>
  pageMeta({
    title: m.grievance_title(),
    description: m.grievance_description({ name: siteName() }),
    path: '/grievance',
  })
export default Grievance
