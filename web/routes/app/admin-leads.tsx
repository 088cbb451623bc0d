import { m } from '../../../messages/compiled/messages.js'
import { appMeta } from '../../lib/title.ts'

export { LeadsPage as default } from '../../admin/console/leads-page.tsx'

export const meta = () => appMeta(m.admin_nav_leads())
