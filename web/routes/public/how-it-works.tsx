import { m } from '../../../messages/compiled/messages.js'
import { HowItWorks } from '../../features/public/how-it-works.tsx'
import { pageMeta } from '../../features/public/page-meta.ts'
import { siteName } from '../../lib/site.ts'

export const meta = () =>
  pageMeta({
    title: m.how_title(),
    description: m.how_description({ name: siteName() }),
    path: '/how-it-works',
  })
export default HowItWorks
