/**
 * What a browser does with a notice that has come: shows one for each deal, and opens the deal when it is tapped. The
 * way from our server to here is test/http/push.test.ts; a browser maker's own service is in neither.
 */
import { chromium, expect, type Page, type Worker } from '@playwright/test'
import { signUp } from './support/people.ts'
import { test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** What of a service worker's own scope is used here: the tests know a page's. */
interface WorkerScope extends EventTarget {
  readonly registration: ServiceWorkerRegistration
  readonly NotificationEvent: new (type: string, init: { notification: Notification }) => Event
}

/** Delivers what a push service would, by the browser's own debugging door. */
async function pushTo(page: Page, origin: string) {
  const door = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    door.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    }),
  )
  await door.send('ServiceWorker.enable')
  const registrationId = await registered
  return (data: string) => door.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope
    return (await registration.getNotifications()).map(({ title, tag, data }) => ({ title, tag, data }))
  })

const tap = (worker: Worker, tag: string) =>
  worker.evaluate(async (wanted) => {
    const scope = globalThis as unknown as WorkerScope
    const [notification] = await scope.registration.getNotifications({ tag: wanted })
    if (!notification) throw new Error('nothing to tap')
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  }, tag)

test('a notice says what happened, takes the place of the one before of its deal, and opens it', async ({
  baseURL,
  launchOptions,
}) => {
  // the headless shell keeps no notifications
  const executablePath = process.env.WHOLE_CHROMIUM ?? launchOptions.executablePath
  await using browser = await chromium.launch({ ...launchOptions, executablePath })
  const origin = new URL(baseURL ?? '').origin
  const context = await browser.newContext({ baseURL, permissions: ['notifications'] })
  const page = await context.newPage()
  await signUp(page, 'Buyer', 'Asha')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no service worker')
  const push = await pushTo(page, origin)

  await push(JSON.stringify({ title: 'Ravi Traders (Ravi Shah) accepted the terms.', path: '/deals/one' }))
  await push(JSON.stringify({ title: 'Ravi Traders (Ravi Shah) shipped it.', path: '/deals/one' }))
  await push(JSON.stringify({ title: 'मीरा ने काम शुरू किया।', path: '/hi/notices' }))
  await expect
    .poll(() => shown(worker))
    .toEqual([
      { title: 'Ravi Traders (Ravi Shah) shipped it.', tag: '/deals/one', data: '/deals/one' },
      { title: 'मीरा ने काम शुरू किया।', tag: '/hi/notices', data: '/hi/notices' },
    ])

  // neither is one of ours: nothing is shown, and nobody is led away
  await push('')
  await push(JSON.stringify({ title: 'Win a phone', path: 'https://evil.example' }))
  await tap(worker, '/hi/notices')
  await page.waitForURL('**/hi/notices')
  await expect.poll(async () => (await shown(worker)).map(({ tag }) => tag)).toEqual(['/deals/one'])
})
