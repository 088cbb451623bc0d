import { m } from '../../../messages/compiled/messages.js'
import { appMeta } from '../../lib/title.ts'

export { GrievancesPage as default } from '../../admin/console/grievances-page.tsx'

export const meta = () => appMeta(m.admin_nav_grievances())
