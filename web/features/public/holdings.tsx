/** What is held for deals in all: rendered once as a template, filled in by the server (server/http/site/holdings-page.ts). */
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { siteName } from '#web/lib/site.ts'
import { slot, When } from './page-slots.tsx'

export const meta = () =>
  pageMeta({
    title: m.holdings_title(),
    description: m.holdings_description({ name: siteName() }),
    path: '/holdings',
  })

export default function HoldingsPage() {
  return (
    <div className="page narrow">
      <h1>{m.holdings_title()}</h1>
      <p className="hero__lead">{m.holdings_lead()}</p>
      <When it="failed">
        <p className="notice notice--stop">{m.holdings_failed()}</p>
      </When>
      <When it="read">
        <Figures />
        <Proof />
      </When>
      <h2>{m.holdings_unsaid_title()}</h2>
      <p>{m.holdings_unsaid()}</p>
      <p>
        <a href={href('/faq')}>{m.nav_faq()}</a>
        {' · '}
        <a href={href('/how-it-works')}>{m.nav_how()}</a>
      </p>
    </div>
  )
}

function Figures() {
  return (
    <>
      <h2>{m.holdings_as_of({ time: slot('as_of') })}</h2>
      <When it="figures">
        <dl className="costs">
          <div className="costs__item">
            <dt>{m.holdings_held()}</dt>
            <dd>
              <span className="costs__figure">{slot('held')}</span>
              {m.holdings_deals({ count: slot('deals') })}
            </dd>
          </div>
          <div className="costs__item">
            <dt>{m.holdings_backing()}</dt>
            <dd>
              <span className="costs__figure">{slot('backing')}</span>
              {m.holdings_backing_text()}
            </dd>
          </div>
        </dl>
        <p className="muted">{m.holdings_rounded({ step: slot('step') })}</p>
      </When>
      <When it="few">
        <p>{m.holdings_few({ count: slot('least') })}</p>
      </When>
      <When it="covered">
        <p className="notice notice--arrived">{m.holdings_covered()}</p>
      </When>
      <When it="short">
        <p className="notice notice--stop">{m.holdings_short()}</p>
      </When>
    </>
  )
}

function Proof() {
  return (
    <>
      <h2>{m.holdings_proof_title()}</h2>
      <ul>
        <li>{m.holdings_proof_books()}</li>
        <When it="checked">
          <li>{m.holdings_proof_checked({ time: slot('checked') })}</li>
        </When>
        <When it="unsound">
          <li>{m.holdings_proof_unsound()}</li>
        </When>
        <li>{m.holdings_proof_seal()}</li>
      </ul>
      <When it="sealed">
        <p>{m.holdings_seal({ no: slot('seal_no'), time: slot('seal_at') })}</p>
        <p className="hash">{slot('seal_hash')}</p>
        <p className="muted">{m.holdings_seal_use()}</p>
      </When>
    </>
  )
}
