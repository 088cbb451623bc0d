import { m } from '../../../messages/compiled/messages.js'
import { pageMeta } from '../../features/public/page-meta.ts'
import { Verify } from '../../features/public/verify.tsx'

export const meta = () =>
  pageMeta({ title: m.verify_title(), description: m.verify_description(), path: '/verify' })
export default Verify
