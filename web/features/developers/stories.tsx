/** The sandbox's stories: one is played, and its deal answered with a token for each of its two people. */
import { useState } from 'react'
import { SCENARIOS, type Scenario, sandboxScenario } from '#core/contract/site.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'

export function Stories() {
  const [name, setName] = useState<Scenario>('money_held')
  const play = useApiMutation(sandboxScenario)
  return (
    <section aria-labelledby="stories">
      <h2 id="stories">{m.dev_stories()}</h2>
      <p>{m.dev_stories_text()}</p>
      <p className="actions">
        <select
          className="input dev__story"
          aria-label={m.dev_story()}
          value={name}
          onChange={(event) => setName(event.currentTarget.value as Scenario)}
        >
          {SCENARIOS.map((scenario) => (
            <option key={scenario} value={scenario}>
              {scenario}
            </option>
          ))}
        </select>
        <Button busy={play.isPending} onClick={() => play.mutate({ body: { name } })}>
          {m.dev_story_play()}
        </Button>
      </p>
      {play.error && <ErrorNotice message={errorWords(play.error)} />}
      {play.data && (
        <Notice kind="arrived" title={`${play.data.form_pk}: ${play.data.status}`} live>
          <dl className="dev__tokens">
            <dt>payer</dt>
            <dd>
              <code>{play.data.payer.token}</code>
            </dd>
            <dt>payee</dt>
            <dd>
              <code>{play.data.payee.token}</code>
            </dd>
          </dl>
        </Notice>
      )}
    </section>
  )
}
