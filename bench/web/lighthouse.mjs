// Lighthouse as it comes (mobile, simulated slow 4G), several runs of each page; the median counts.
import lighthouse from 'lighthouse'
import { openBrowser } from './browser.mjs'
import { freePort } from './site.mjs'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

export async function judge(base, paths, runs) {
  const port = await freePort()
  const browser = await openBrowser([`--remote-debugging-port=${port}`])
  const rows = []
  try {
    for (const path of paths) {
      const results = []
      for (let run = 0; run < runs; run += 1) results.push(await once(base + path, port))
      rows.push(row(path, results))
    }
  } finally {
    await browser.close()
  }
  return rows
}

async function once(address, port) {
  const { lhr } = await lighthouse(address, { port, onlyCategories: CATEGORIES, logLevel: 'error' })
  return lhr
}

function row(path, results) {
  const of = (pick) => median(results.map(pick))
  const failed = new Set(
    results.flatMap(({ audits }) =>
      Object.values(audits)
        .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
        .map(({ id }) => id),
    ),
  )
  return {
    path,
    scores: CATEGORIES.map((name) => of(({ categories }) => Math.round(categories[name].score * 100))),
    lcp: of(({ audits }) => audits['largest-contentful-paint'].numericValue),
    cls: of(({ audits }) => audits['cumulative-layout-shift'].numericValue),
    tbt: of(({ audits }) => audits['total-blocking-time'].numericValue),
    version: results[0].lighthouseVersion,
    failed: [...failed],
  }
}
