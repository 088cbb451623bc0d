import { m } from '../../../messages/compiled/messages.js'
import { appMeta } from '../../lib/title.ts'

export { DealsPage as default } from '../../features/deals/list/deals-page.tsx'

export const meta = () => appMeta(m.nav_my_deals())
