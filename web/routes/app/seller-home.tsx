import { m } from '../../../messages/compiled/messages.js'
import { SellerHome } from '../../features/offer/home/paste-home.tsx'
import { appMeta } from '../../lib/title.ts'

export const meta = () => appMeta(m.offer_home_title())
export default SellerHome
