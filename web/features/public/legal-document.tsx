/** The terms and the privacy policy: a title, a list of headings to jump to, and the text. The address says which. */
import { useLocation } from 'react-router'
import { m } from '#messages/compiled/messages.js'
import { plainPath } from '#web/lib/locale.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { siteName } from '#web/lib/site.ts'
import { Document } from './document.tsx'

const DOCUMENTS = {
  '/privacy_policy': { name: 'privacy', title: m.privacy_title, description: m.privacy_description },
  '/shopping/terms_and_conditions': {
    name: 'shopping-terms',
    title: m.shopping_terms_title,
    description: m.shopping_terms_description,
  },
  '/services/terms_and_conditions': {
    name: 'services-terms',
    title: m.services_terms_title,
    description: m.services_terms_description,
  },
} as const

type DocumentPath = keyof typeof DOCUMENTS
const pathOf = (pathname: string): DocumentPath => plainPath(pathname).replace(/\/$/, '') as DocumentPath

export const meta = ({ location }: { location: { pathname: string } }) => {
  const path = pathOf(location.pathname)
  const { title, description } = DOCUMENTS[path]
  return pageMeta({ title: title(), description: description({ name: siteName() }), path })
}

export default function LegalDocument() {
  const { name, title } = DOCUMENTS[pathOf(useLocation().pathname)]
  return (
    <div className="page">
      <h1>{title()}</h1>
      <Document name={name} contents />
    </div>
  )
}
