import { m } from '../../../messages/compiled/messages.js'
import { ResetRequest } from '../../features/account/reset-request.tsx'
import { appMeta } from '../../lib/title.ts'

export const meta = () => appMeta(m.account_reset_title())
export default ResetRequest
