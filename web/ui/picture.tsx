/** Our own drawings, as files of the build: they cost a page no script, and change with the colour scheme by themselves. */
import noDeals from './pictures/no-deals.svg?url'
import noNotices from './pictures/no-notices.svg?url'
import paid from './pictures/paid.svg?url'
import returned from './pictures/returned.svg?url'
import shared from './pictures/shared.svg?url'

const PICTURES = { 'no-deals': noDeals, 'no-notices': noNotices, paid, returned, shared } as const
export type PictureName = keyof typeof PICTURES

/** Decoration: what it shows is said in words beside it. */
export const Picture = ({ name }: { readonly name: PictureName }) => (
  <img className="picture picture--small" src={PICTURES[name]} alt="" width={320} height={180} />
)
