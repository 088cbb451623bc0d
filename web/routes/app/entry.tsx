import { m } from '../../../messages/compiled/messages.js'
import { Entry, isSignUp } from '../../features/account/entry.tsx'
import { appMeta } from '../../lib/title.ts'

/** /login and /register are one page: the panel stays where it is when the address changes. */
export const meta = ({ location }: { location: { pathname: string } }) =>
  appMeta(isSignUp(location.pathname) ? m.account_sign_up_title() : m.account_sign_in_title())

export default Entry
