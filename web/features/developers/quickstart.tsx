/** From nothing to a paid offer in five snippets, each to be copied. Those of the sandbox stand there alone. */
import { m } from '#messages/compiled/messages.js'
import { SANDBOX } from '#web/lib/site.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { type Snippet, snippets } from './snippets.ts'

const TITLES: Readonly<Record<Snippet['name'], () => string>> = {
  install: m.dev_step_install,
  offer: m.dev_step_offer,
  button: m.dev_step_button,
  receive: m.dev_step_receive,
  story: m.dev_step_story,
}

export function Quickstart() {
  const shown = snippets(location.origin).filter(({ name }) => SANDBOX || name !== 'story')
  return (
    <section aria-labelledby="quickstart">
      <h2 id="quickstart">{m.dev_quickstart()}</h2>
      <p>{m.dev_quickstart_text()}</p>
      <ol className="dev__steps">
        {shown.map(({ name, code }) => (
          <li key={name}>
            <h3>{TITLES[name]()}</h3>
            {name === 'receive' && (
              <p>
                {m.dev_step_receive_text()} {SANDBOX && m.dev_step_receive_local()}
              </p>
            )}
            <pre className="dev__code">
              <code>{code.trimEnd()}</code>
            </pre>
            <CopyButton text={code} what={TITLES[name]()} />
          </li>
        ))}
      </ol>
    </section>
  )
}
