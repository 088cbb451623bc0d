import { m } from '../../../messages/compiled/messages.js'
import { Faq } from '../../features/public/faq.tsx'
import { pageMeta } from '../../features/public/page-meta.ts'
import { faqPage } from '../../features/public/structured-data.ts'
import { siteName } from '../../lib/site.ts'

export const meta = () => [
  ...pageMeta({ title: m.faq_title(), description: m.faq_description({ name: siteName() }), path: '/faq' }),
  ...faqPage(['faq-general', 'faq-services', 'faq-shopping']),
]
export default Faq
