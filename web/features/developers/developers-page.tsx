/** /developers: a quickstart for anybody; apps with their keys and webhooks, and the sandbox's stories, once signed in. */
import { Link } from 'react-router'
import { CURRENT_VERSION } from '#core/api-versions.ts'
import { m } from '#messages/compiled/messages.js'
import { useSession } from '#web/lib/hooks.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { SANDBOX } from '#web/lib/site.ts'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import './developers.css'
import { Quickstart } from './quickstart.tsx'

export const meta = () => appMeta(m.dev_title())

const Apps = lazyWithRetry(async () => (await import('./apps.tsx')).Apps)
const Stories = lazyWithRetry(async () => (await import('./stories.tsx')).Stories, { bars: 1 })

const PAPERS = ['/api/openapi.json', '/api/docs', '/sdk.tgz', '/llms.txt'] as const

export default function DevelopersPage() {
  const session = useSession()
  return (
    <div className="page dev">
      <h1>{m.dev_title()}</h1>
      <p>{m.dev_lead()}</p>
      <ul className="dev__papers">
        {PAPERS.map((path) => (
          <li key={path}>
            <a className="button button--quiet" href={path}>
              {path}
            </a>
          </li>
        ))}
      </ul>
      {session ? (
        <Apps />
      ) : (
        <p>
          <Link
            className="button button--next"
            to={`${href('/login')}?next=${encodeURIComponent(href('/developers'))}`}
          >
            {m.dev_sign_in()}
          </Link>
        </p>
      )}
      <Quickstart />
      <section aria-labelledby="versions">
        <h2 id="versions">{m.dev_versions()}</h2>
        <p>{m.dev_versions_text({ version: CURRENT_VERSION })}</p>
        <p>{m.dev_versions_lists()}</p>
      </section>
      {SANDBOX && <Stories />}
    </div>
  )
}
