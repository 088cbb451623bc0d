/**
 * Every address of the site, once: the router, the prerenderer and the server's 404 all read this list.
 * A path stands for itself in English and for `/hi` + itself in Hindi.
 */
export interface Page {
  readonly path: string
  readonly file: string
}
const page = (path: string, name: string): Page => ({ path, file: name })

/** Built to HTML, readable without JavaScript. */
export const PUBLIC_PAGES: readonly Page[] = [
  page('/', 'routes/public/home.tsx'),
  page('/about us', 'routes/public/about.tsx'),
  page('/about-us', 'routes/public/about.tsx'),
  page('/faq', 'routes/public/faq.tsx'),
  page('/disputes', 'routes/public/disputes.tsx'),
  page('/privacy_policy', 'routes/public/privacy-policy.tsx'),
  page('/shopping/terms_and_conditions', 'routes/public/shopping-terms.tsx'),
  page('/services/terms_and_conditions', 'routes/public/services-terms.tsx'),
  page('/services/info', 'routes/public/services-info.tsx'),
  page('/how-it-works', 'routes/public/how-it-works.tsx'),
  page('/verify', 'routes/public/verify.tsx'),
  page('/grievance', 'routes/public/grievance.tsx'),
  page('/404', 'routes/public/not-found.tsx'),
]

/** Drawn in the browser from one shell (build/client/__spa-fallback.html). */
export const APP_PAGES: readonly Page[] = [
  page('/login', 'routes/app/entry.tsx'),
  page('/register', 'routes/app/entry.tsx'),
  page('/reset_password', 'routes/app/reset-password.tsx'),
  page('/password/reset/confirm/:uid/:token', 'routes/app/reset-confirm.tsx'),
  page('/account', 'routes/app/account.tsx'),
  page('/shopping/form', 'routes/app/shopping-form.tsx'),
  page('/services/form', 'routes/app/services-form.tsx'),
  page('/seller_home', 'routes/app/seller-home.tsx'),
  page('/client_home', 'routes/app/client-home.tsx'),
  page('/api/transactions/shopping', 'routes/app/shopping-preview.tsx'),
  page('/api/transactions/services', 'routes/app/services-preview.tsx'),
  page('/deals', 'routes/app/deals.tsx'),
  page('/deals/:form_pk', 'routes/app/deal.tsx'),
  page('/notices', 'routes/app/notices.tsx'),
  page('/admin_dashboard', 'routes/app/admin-dashboard.tsx'),
  page('/admin/coupons', 'routes/app/admin-coupons.tsx'),
  page('/admin/grievances', 'routes/app/admin-grievances.tsx'),
  page('/admin/leads', 'routes/app/admin-leads.tsx'),
]

export const LOCALE_PREFIXES = ['', '/hi'] as const

const inEveryLocale = (paths: readonly string[]): string[] =>
  LOCALE_PREFIXES.flatMap((prefix) => paths.map((path) => (path === '/' ? prefix || '/' : prefix + path)))

export const publicPaths = (): string[] => inEveryLocale(PUBLIC_PAGES.map(({ path }) => path))
export const appPaths = (): string[] => inEveryLocale(APP_PAGES.map(({ path }) => path))
