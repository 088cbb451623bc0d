/** Starts the service worker once the page is there, and looks for a newer one when somebody comes back after a while. */
const EVERY_MS = 3_600_000

export function startServiceWorker(): void {
  // Missing on plain http, and in a dev server there is no file to serve.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', () => void register(), { once: true })
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    // browsers look by themselves, but some only after minutes
    if (registration.active) registration.update().catch(() => undefined)
    let looked = Date.now()
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || Date.now() - looked < EVERY_MS) return
      looked = Date.now()
      registration.update().catch(() => undefined)
    })
  } catch {
    // Private windows may refuse: the site works without.
  }
}
