import { m } from '../../../messages/compiled/messages.js'
import { ServicesForm } from '../../features/offer/form/services-form.tsx'
import { appMeta } from '../../lib/title.ts'

export const meta = ({ location }: { location: { search: string } }) =>
  appMeta(/[?&]made=/.test(location.search) ? m.offer_code_title() : m.offer_services_title())

export default ServicesForm
