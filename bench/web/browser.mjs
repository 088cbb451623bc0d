// A browser that measures what a page costs: bytes over the wire, and the paint that people wait for.
import { chromium } from '@playwright/test'
import { findChromium } from '#scripts/lib/chromium.mjs'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
]

export async function openBrowser(args = []) {
  const executablePath = await findChromium()
  return chromium.launch({ executablePath, args: [...ARGS, ...args] })
}

/** Kbit/s and milliseconds as the browsers' own tools have them; the processor as slow as a cheap phone's. */
export const NETWORKS = {
  'slow 4G': { down: 1600, up: 750, latency: 150, cpu: 4 },
  'slow 3G': { down: 400, up: 400, latency: 400, cpu: 4 },
}

async function slowDown(cdp, { down, up, latency, cpu }) {
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: (down * 1000) / 8,
    uploadThroughput: (up * 1000) / 8,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
}

const watchPaint = () => {
  window.measured = { lcp: 0, cls: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.measured.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.measured.cls += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

const KINDS = { Script: 'js', Stylesheet: 'css', Font: 'font', Document: 'html', Image: 'image' }

/** One cold visit on a phone of 360 × 640. The worker that keeps files for later is left out. */
export async function visit(browser, address, { session, network, settled = 500 } = {}) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    isMobile: true,
    serviceWorkers: 'block',
  })
  try {
    if (session)
      await context.addInitScript(({ token, user }) => {
        sessionStorage.setItem('token', token)
        sessionStorage.setItem('user', JSON.stringify(user))
      }, session)
    await context.addInitScript(watchPaint)
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    if (network) await slowDown(cdp, network)
    const kinds = new Map()
    const bytes = { js: 0, css: 0, font: 0, html: 0, image: 0, data: 0 }
    cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, KINDS[type] ?? 'data'))
    // a document's parts are not counted as they come: its total stands here, with its headers
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (kinds.get(requestId) === 'html') bytes.html += encodedDataLength
    })
    cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      bytes[kinds.get(requestId) ?? 'data'] += encodedDataLength
    })
    await page.goto(address, { waitUntil: 'load', timeout: 120_000 })
    // a deal's stream never ends, so quiet is waited for only so long
    await page.waitForLoadState('networkidle', { timeout: network ? 20_000 : 6_000 }).catch(() => undefined)
    await page.waitForTimeout(settled)
    const { lcp, cls } = await page.evaluate(() => window.measured)
    const total = Object.values(bytes).reduce((sum, size) => sum + size, 0)
    return { bytes, total, lcp, cls }
  } finally {
    await context.close()
  }
}
