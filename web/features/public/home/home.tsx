import { m } from '#messages/compiled/messages.js'
import { organization } from '#web/features/public/structured-data.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { holderName, siteName } from '#web/lib/site.ts'
import { CallMe } from './call-me.tsx'
import { Costs } from './costs.tsx'
import { Hero } from './hero.tsx'
import { Problems } from './problems.tsx'
import { Steps } from './steps.tsx'
import { UseCases } from './use-cases.tsx'
import { Partners, Voices } from './voices.tsx'

export const meta = () => {
  const name = siteName()
  return [
    ...pageMeta({
      title: m.home_title({ name }),
      description: m.home_description({ name: holderName() }),
      path: '/',
    }),
    ...organization(),
  ]
}

export default function Home() {
  return (
    <div className="page home">
      <Hero />
      <Steps />
      <Problems />
      <UseCases />
      <Costs />
      <Voices />
      <Partners />
      <CallMe />
    </div>
  )
}
