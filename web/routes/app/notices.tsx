import { m } from '../../../messages/compiled/messages.js'
import { appMeta } from '../../lib/title.ts'

export { NoticesPage as default } from '../../features/notices/notices-page.tsx'

export const meta = () => appMeta(m.nav_notices())
