import { m } from '../../../messages/compiled/messages.js'
import { ShoppingForm } from '../../features/offer/form/shopping-form.tsx'
import { appMeta } from '../../lib/title.ts'

export const meta = ({ location }: { location: { search: string } }) =>
  appMeta(/[?&]made=/.test(location.search) ? m.offer_code_title() : m.offer_shopping_title())

export default ShoppingForm
