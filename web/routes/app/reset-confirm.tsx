import { m } from '../../../messages/compiled/messages.js'
import { ResetConfirm } from '../../features/account/reset-confirm.tsx'
import { appMeta } from '../../lib/title.ts'

export const meta = () => appMeta(m.account_new_title())
export default ResetConfirm
