import { m } from '../../../messages/compiled/messages.js'
import { Home } from '../../features/public/home/home.tsx'
import { pageMeta } from '../../features/public/page-meta.ts'
import { organization } from '../../features/public/structured-data.ts'
import { siteName } from '../../lib/site.ts'

export const meta = () => {
  const name = siteName()
  return [
    ...pageMeta({ title: m.home_title({ name }), description: m.home_description({ name }), path: '/' }),
    ...organization(),
  ]
}
export default Home
