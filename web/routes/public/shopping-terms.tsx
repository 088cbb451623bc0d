import { m } from '../../../messages/compiled/messages.js'
import { pageMeta } from '../../features/public/page-meta.ts'
import { ShoppingTerms } from '../../features/public/papers.tsx'
import { siteName } from '../../lib/site.ts'

export const meta = () =>
  pageMeta({
    title: m.shopping_terms_title(),
    description: m.shopping_terms_description({ name: siteName() }),
    path: '/shopping/terms_and_conditions',
  })
export default ShoppingTerms
