import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { startLocale } from './lib/locale.ts'
import { startServiceWorker } from './offline/register-worker.ts'

// The shell that the browser got is in the base language: it takes its own before React compares the two.
startLocale()
startServiceWorker()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
