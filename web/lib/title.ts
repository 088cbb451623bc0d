/** The title of a page drawn in the browser; search engines have no business there. */
import type { MetaDescriptor } from 'react-router'
import { siteName } from './site.ts'

export const appMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} · ${siteName()}` },
  { name: 'robots', content: 'noindex' },
]
