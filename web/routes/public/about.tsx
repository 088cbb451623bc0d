import { m } from '../../../messages/compiled/messages.js'
import { About } from '../../features/public/about.tsx'
import { pageMeta } from '../../features/public/page-meta.ts'
import { siteName } from '../../lib/site.ts'

export const meta = () =>
  pageMeta({
    title: m.about_title(),
    description: m.about_description({ name: siteName() }),
    path: '/about-us',
  })
export default About
