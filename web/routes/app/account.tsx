import { m } from '../../../messages/compiled/messages.js'
import { Account } from '../../features/account/account.tsx'
import { appMeta } from '../../lib/title.ts'

export const meta = () => appMeta(m.account_title())
export default Account
