/** General questions, and a button each for the two tracks. Without JavaScript both are open. */
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { siteName } from '#web/lib/site.ts'
import { Document } from './document.tsx'
import { faqPage } from './structured-data.ts'

export const meta = () => [
  ...pageMeta({ title: m.faq_title(), description: m.faq_description({ name: siteName() }), path: '/faq' }),
  ...faqPage(['faq-general', 'faq-services', 'faq-shopping']),
]

export default function Faq() {
  return (
    <div className="page" data-faq>
      <h1>{m.faq_title()}</h1>
      <noscript>
        <style>{'.reveal{display:block}.reveal__button,.faq-search{display:none}'}</style>
      </noscript>
      <Search />
      <div data-questions>
        <Document name="faq-general" />
      </div>
      <p>
        <a className="tap-target" href={href('/holdings')}>
          {m.faq_holdings()}
        </a>
      </p>
      <h2 className="reveal__title">{m.faq_more()}</h2>
      <Reveal id="services" label={m.faq_services()} />
      <Reveal id="shopping" label={m.faq_shopping()} />
    </div>
  )
}

/** Filters while it is typed in (static-pages/faq.ts); a screen reader hears how many are left. */
function Search() {
  return (
    <search className="field faq-search">
      <label className="field__label" htmlFor="faq-search">
        {m.faq_search()}
      </label>
      <input className="input" id="faq-search" type="search" autoComplete="off" />
      <p
        role="status"
        data-count={m.faq_search_count({ count: '{count}' })}
        data-none={m.faq_search_none()}
      />
      <p data-contact hidden>
        <a href={href('/grievance')}>{m.faq_search_contact()}</a>
      </p>
    </search>
  )
}

function Reveal({ id, label }: { id: string; label: string }) {
  return (
    <>
      <p>
        <button
          type="button"
          className="button reveal__button"
          data-reveal={`faq-${id}`}
          aria-expanded="false"
          aria-controls={`faq-${id}`}
        >
          {label}
        </button>
      </p>
      <section id={`faq-${id}`} className="reveal" aria-label={label} data-questions>
        <Document name={`faq-${id}`} />
      </section>
    </>
  )
}
