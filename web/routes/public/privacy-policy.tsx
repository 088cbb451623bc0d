import { m } from '../../../messages/compiled/messages.js'
import { pageMeta } from '../../features/public/page-meta.ts'
import { PrivacyPolicy } from '../../features/public/papers.tsx'
import { siteName } from '../../lib/site.ts'

export const meta = () =>
  pageMeta({
    title: m.privacy_title(),
    description: m.privacy_description({ name: siteName() }),
    path: '/privacy_policy',
  })
export default PrivacyPolicy
