import { CallMe } from './call-me.tsx'
import { Costs } from './costs.tsx'
import { Hero } from './hero.tsx'
import { Problems } from './problems.tsx'
import { Steps } from './steps.tsx'
import { UseCases } from './use-cases.tsx'
import { Partners, Voices } from './voices.tsx'

export function Home() {
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
