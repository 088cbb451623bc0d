import { m } from '../../../messages/compiled/messages.js'
import { pageMeta } from '../../features/public/page-meta.ts'
import { NotFound } from '../../ui/not-found.tsx'

export const meta = () =>
  pageMeta({ title: m.notfound_title(), description: m.notfound_text(), path: '/404', hidden: true })
export default NotFound
