/** The terms and the privacy policy: a title, a list of headings to jump to, and the paper. */
import { m } from '../../../messages/compiled/messages.js'
import { Document } from './document.tsx'

function Paper({ title, name }: { title: string; name: string }) {
  return (
    <div className="page">
      <h1>{title}</h1>
      <Document name={name} contents />
    </div>
  )
}

export const PrivacyPolicy = () => <Paper title={m.privacy_title()} name="privacy" />
export const ShoppingTerms = () => <Paper title={m.shopping_terms_title()} name="shopping-terms" />
export const ServicesTerms = () => <Paper title={m.services_terms_title()} name="services-terms" />
