import { m } from '../../../messages/compiled/messages.js'
import { appMeta } from '../../lib/title.ts'

export { DeskPage as default } from '../../admin/console/desk-page.tsx'

export const meta = () => appMeta(m.admin_title())
