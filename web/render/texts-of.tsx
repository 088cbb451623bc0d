/** What a component says to whoever reads it, sentence by sentence. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { Locale } from '#core/locale.ts'
import { makeQueryClient } from '#web/lib/queries.ts'
import { sentencesOf } from './page-sentences.ts'

const client = makeQueryClient()

export function textsOf(element: ReactNode, locale: Locale): string[] {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <StaticRouter location="/">{element}</StaticRouter>
    </QueryClientProvider>,
  )
  // an amount alone would not say of what
  return sentencesOf(html.replace(/<\/dt>\s*<dd\b[^>]*>/g, ': '), locale)
}
