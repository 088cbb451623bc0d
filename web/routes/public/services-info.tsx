import { m } from '../../../messages/compiled/messages.js'
import { pageMeta } from '../../features/public/page-meta.ts'
import { ServicesInfo } from '../../features/public/services-info.tsx'
import { siteName } from '../../lib/site.ts'

export const meta = () =>
  pageMeta({
    title: m.info_title(),
    description: m.info_description({ name: siteName() }),
    path: '/services/info',
  })
export default ServicesInfo
