/** content/site.json: the operator's name, contacts and people. Nothing else in the code names them. */
import { z } from 'zod'

const text = z.string()
const address = z.url({ protocol: /^https?$/ })
const localized = z.object({ en: text.min(1), hi: text.min(1) }).readonly()
const sample = z.boolean().optional()
const list = <T extends z.ZodType>(item: T) => z.array(item).readonly()

export const siteContentSchema = z.object({
  name: localized,
  legal_name: text,
  registrations: list(z.object({ label: text, value: text })),
  address: text,
  phone: text,
  phone_hours: localized,
  email: text,
  blog: address,
  social: list(z.object({ kind: text, label: text, url: address })),
  grievance_officer: z.object({ name: localized, designation: localized, email: text, phone: text }),
  dispute_forms: z.object({ services: address.nullable(), shopping: address.nullable() }),
  team: list(z.object({ name: localized, role: localized, profile: address, sample })),
  testimonials: list(z.object({ who: localized, text: localized, sample })),
  partners: list(z.object({ name: localized, sample })),
})

export type SiteContent = Readonly<z.output<typeof siteContentSchema>>
