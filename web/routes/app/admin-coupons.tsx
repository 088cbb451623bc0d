import { m } from '../../../messages/compiled/messages.js'
import { appMeta } from '../../lib/title.ts'

export { CouponsPage as default } from '../../admin/console/coupons-page.tsx'

export const meta = () => appMeta(m.admin_nav_coupons())
