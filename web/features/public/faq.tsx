/** General questions, and a button each for the two tracks. Without JavaScript both are open. */
import { m } from '#messages/compiled/messages.js'
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
    <div className="page">
      <h1>{m.faq_title()}</h1>
      <Document name="faq-general" />
      <h2>{m.faq_more()}</h2>
      <noscript>
        <style>{'.reveal{display:block}.reveal__button{display:none}'}</style>
      </noscript>
      <Reveal id="services" label={m.faq_services()} />
      <Reveal id="shopping" label={m.faq_shopping()} />
    </div>
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
      <section id={`faq-${id}`} className="reveal" aria-label={label}>
        <Document name={`faq-${id}`} />
      </section>
    </>
  )
}
