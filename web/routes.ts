import {
  index,
  layout,
  prefix,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from '@react-router/dev/routes'
import { APP_PAGES, type PageRoute, PUBLIC_PAGES } from './pages.ts'

const entry =
  (locale: string) =>
  ({ path, file }: PageRoute): RouteConfigEntry => {
    const id = `${locale}:${path}`
    return path === '/' ? index(file, { id }) : route(path.slice(1), file, { id })
  }

// Each page's file stands once per language, so each needs an id of its own.
const pages = (locale: string): RouteConfigEntry[] => [
  layout('features/public/public-layout.tsx', { id: `${locale}:public` }, PUBLIC_PAGES.map(entry(locale))),
  layout('features/app/app-layout.tsx', { id: `${locale}:app` }, [
    ...APP_PAGES.map(entry(locale)),
    route('*', 'features/public/not-found.tsx', { id: `${locale}:app/*` }),
  ]),
]

export default [...pages('en'), ...prefix('hi', pages('hi'))] satisfies RouteConfig
