/** What the pages are given when the server starts, and what the server gets back. None of it is part of the build. */
import { type FieldLimits, SPEC_LIMITS } from './field-limits.ts'
import type { SiteContent } from './site-content.ts'

/** In whose hands other people's money waits: with a provider, in an escrow account, or in the operator's own. */
export const CUSTODY_MODES = ['psp_hold', 'bank_escrow', 'own_account'] as const
export type CustodyMode = (typeof CUSTODY_MODES)[number]

/** The one provider that holds money in the payees' names: with any other rail `psp_hold` is refused at the start. */
const HOLDING_PROVIDER = 'Razorpay'

/** Who holds the money of deals, by the name that people are told; `operator` is the service's own. */
export const holderOf = (custody: CustodyMode | null, operator: string): string =>
  custody === 'psp_hold' ? HOLDING_PROVIDER : operator

export interface SiteSettings {
  /** Where the site is reached, without a slash at the end, for addresses that must be whole. */
  readonly origin: string
  /** Payments are simulated, and every page says so. */
  readonly sandbox: boolean
  /** The service is being shown: what is a sample in the content is shown too, marked as one. */
  readonly demo: boolean
  /** Null where none of the money is real. */
  readonly custody: CustodyMode | null
  /** Numbers and addresses are checked with codes. */
  readonly verification: 'off' | 'on'
  readonly content: SiteContent
  /** In force. What it leaves out is as core/policy.ts has it by default. */
  readonly policy: unknown
  readonly limits: FieldLimits
  /** The text of content/docs by language and name: `en/privacy`. */
  readonly documents: Readonly<Record<string, string>>
}

export interface RenderedFile {
  /** From the site's root: `faq/index.html`. */
  readonly name: string
  readonly body: Uint8Array
  readonly br: Uint8Array
  readonly gzip: Uint8Array
}

export interface RenderedSite {
  readonly files: readonly RenderedFile[]
  /** Addresses of the public pages. */
  readonly publicPaths: readonly string[]
  /** Addresses that the app draws in the browser, from one shell; `:name` stands for any part. */
  readonly appPaths: readonly string[]
}

/** The app's document, the same for all of its addresses. */
export const SHELL_FILE = 'app-shell.html'
/** The same with the preview card of an offer, at the address that people send to each other. */
export const SHARE_SHELL_FILE = 'share-shell.html'

const EMPTY_TEXT = { en: '', hi: '' }

/** Before anything is given: a build renders with these what nobody is served. */
export const EMPTY_SITE_SETTINGS: SiteSettings = {
  origin: '',
  sandbox: false,
  demo: false,
  custody: null,
  verification: 'off',
  content: {
    name: EMPTY_TEXT,
    legal_name: '',
    registrations: [],
    address: '',
    phone: '',
    phone_hours: EMPTY_TEXT,
    email: '',
    blog: '',
    social: [],
    grievance_officer: { name: EMPTY_TEXT, designation: EMPTY_TEXT, email: '', phone: '' },
    dispute_forms: { services: null, shopping: null },
    team: [],
    testimonials: [],
    partners: [],
  },
  policy: {},
  limits: SPEC_LIMITS,
  documents: {},
}
