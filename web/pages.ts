/**
 * Every address of the site, once: the router, the renderer and the server's 404 all read this list.
 * A path stands for itself in English and for `/hi` + itself in Hindi.
 */
export interface PageRoute {
  readonly path: string
  readonly file: string
}
const page = (path: string, name: string): PageRoute => ({ path, file: name })

/** Rendered to HTML when the server starts, readable without JavaScript. */
export const PUBLIC_PAGES: readonly PageRoute[] = [
  page('/', 'features/public/home/home.tsx'),
  page('/about us', 'features/public/about.tsx'),
  page('/about-us', 'features/public/about.tsx'),
  page('/faq', 'features/public/faq.tsx'),
  page('/disputes', 'features/public/disputes.tsx'),
  page('/privacy_policy', 'features/public/legal-document.tsx'),
  page('/shopping/terms_and_conditions', 'features/public/legal-document.tsx'),
  page('/services/terms_and_conditions', 'features/public/legal-document.tsx'),
  page('/services/info', 'features/public/services-info.tsx'),
  page('/how-it-works', 'features/public/how-it-works.tsx'),
  page('/holdings', 'features/public/holdings.tsx'),
  page('/verify', 'features/public/verify.tsx'),
  page('/grievance', 'features/public/grievance.tsx'),
  page('/o', 'features/public/offer-link.tsx'),
  page('/404', 'features/public/not-found.tsx'),
]

/** The operator's documents (content/docs) that a page shows; at its address with `.md` they are served as they are written. */
export const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  '/about us': ['mission'],
  '/about-us': ['mission'],
  '/faq': ['faq-general', 'faq-shopping', 'faq-services'],
  '/disputes': ['disputes'],
  '/privacy_policy': ['privacy'],
  '/shopping/terms_and_conditions': ['shopping-terms'],
  '/services/terms_and_conditions': ['services-terms'],
  '/grievance': ['grievance'],
}

/** Drawn in the browser from one shell (web/render). */
export const APP_PAGES: readonly PageRoute[] = [
  page('/login', 'features/account/auth-page.tsx'),
  page('/register', 'features/account/auth-page.tsx'),
  page('/reset_password', 'features/account/reset-request.tsx'),
  page('/password/reset/confirm/:uid/:token', 'features/account/reset-confirm.tsx'),
  page('/sign-in', 'features/account/link-request.tsx'),
  page('/sign-in/:token', 'features/account/link-confirm.tsx'),
  page('/complain', 'features/complain/complain-page.tsx'),
  page('/complain/:token', 'features/complain/complain-page.tsx'),
  page('/account', 'features/account/account-page.tsx'),
  page('/account/verify/:kind', 'features/account/verify-page.tsx'),
  page('/link', 'features/account/mailed-link.tsx'),
  page('/form', 'features/offer/home/start-form.tsx'),
  page('/shopping/form', 'features/offer/form/shopping-form.tsx'),
  page('/services/form', 'features/offer/form/services-form.tsx'),
  page('/seller_home', 'features/offer/home/paste-home.tsx'),
  page('/client_home', 'features/offer/home/paste-home.tsx'),
  page('/seller/links', 'features/offer/links/links-page.tsx'),
  page('/api/transactions/shopping', 'features/offer/preview/preview-page.tsx'),
  page('/api/transactions/services', 'features/offer/preview/preview-page.tsx'),
  page('/deals', 'features/deals/list/deals-page.tsx'),
  page('/deals/:form_pk', 'features/deals/deal-page.tsx'),
  page('/developers', 'features/developers/developers-page.tsx'),
  page('/notices', 'features/notifications/notifications-page.tsx'),
  page('/admin_dashboard', 'admin/console/dashboard-page.tsx'),
  page('/admin', 'admin/console/admin-page.tsx'),
  page('/admin/movements', 'admin/console/home/movements-page.tsx'),
  page('/admin/disputes', 'admin/console/disputes-page.tsx'),
  page('/admin/disputes/:form_pk', 'features/deals/desk/case-page.tsx'),
  page('/admin/people/:id', 'admin/console/person-page.tsx'),
  page('/admin/coupons', 'admin/console/coupons-page.tsx'),
  page('/admin/policies', 'admin/console/policies/policies-page.tsx'),
  page('/admin/grievances', 'admin/console/grievances-page.tsx'),
  page('/admin/ledger', 'admin/console/ledger/ledger-page.tsx'),
  page('/admin/money', 'admin/console/money/money-page.tsx'),
  page('/admin/statements', 'admin/console/money/statements-page.tsx'),
  page('/admin/match', 'admin/console/money/match-page.tsx'),
  page('/admin/payouts', 'admin/console/money/payouts-page.tsx'),
  page('/admin/bank-accounts', 'admin/console/money/bank-accounts-page.tsx'),
  page('/admin/targets', 'admin/console/money/targets-page.tsx'),
  page('/admin/frozen-deals', 'admin/console/money/frozen-deals-page.tsx'),
  page('/admin/chargebacks', 'admin/console/money/chargebacks-page.tsx'),
  page('/admin/settlements', 'admin/console/money/settlements-page.tsx'),
  page('/admin/tax-papers', 'admin/console/money/tax-papers-page.tsx'),
  page('/admin/inbox', 'admin/console/money/inbox-page.tsx'),
  page('/admin/audit-log', 'admin/console/audit-page.tsx'),
  page('/admin/leads', 'admin/console/leads-page.tsx'),
]

export const LOCALE_PREFIXES = ['', '/hi'] as const

const inEveryLocale = (paths: readonly string[]): string[] =>
  LOCALE_PREFIXES.flatMap((prefix) => paths.map((path) => (path === '/' ? prefix || '/' : prefix + path)))

export const publicPaths = (): string[] => inEveryLocale(PUBLIC_PAGES.map(({ path }) => path))
export const appPaths = (): string[] => inEveryLocale(APP_PAGES.map(({ path }) => path))
