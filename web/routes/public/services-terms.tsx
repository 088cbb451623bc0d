import { m } from '../../../messages/compiled/messages.js'
import { pageMeta } from '../../features/public/page-meta.ts'
import { ServicesTerms } from '../../features/public/papers.tsx'
import { siteName } from '../../lib/site.ts'

export const meta = () =>
  pageMeta({
    title: m.services_terms_title(),
    description: m.services_terms_description({ name: siteName() }),
    path: '/services/terms_and_conditions',
  })
export default ServicesTerms
