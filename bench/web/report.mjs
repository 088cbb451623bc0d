// The web's section of bench/RESULTS.md.
import { circumstances } from '#bench/results.mjs'

const KB = 1024
const kb = (bytes) => (bytes / KB).toFixed(1)
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const verdict = (isHeld) => (isHeld ? 'yes' : '**no**')

const sizeRow = ({ name, bar, bytes, total }) => [
  name,
  kb(bytes.js),
  bar === null ? '–' : `${bar}: ${verdict(bytes.js <= bar * KB)}`,
  kb(bytes.css),
  kb(bytes.font),
  kb(bytes.html),
  kb(total),
]

const SCORES = [98, 100, 100, 100]
const LCP_MS = 1800
const CLS = 0.02
/** What a stranger opens in a bio is measured on a throttled phone: Lighthouse knows no link of its own. */
const isSlowOffer = ({ name, network, lcp }) => name === 'Offer link' && network === 'slow 4G' && lcp > LCP_MS

/** Each bar that was missed, in words. */
function missed({ sizes, slow, scores }) {
  return [
    ...sizes
      .filter(({ bar, bytes }) => bar !== null && bytes.js > bar * KB)
      .map(({ name, bar, bytes }) => `${name}: ${kb(bytes.js)} KB of script, not ${bar}`),
    ...scores
      .filter((page) => page.scores.some((score, at) => score < SCORES[at]))
      .map((page) => `${page.path}: ${page.scores.join(' / ')} by Lighthouse`),
    ...scores.filter(({ lcp }) => lcp > LCP_MS).map(({ path, lcp }) => `${path}: LCP ${seconds(lcp)}`),
    ...slow.filter(isSlowOffer).map(({ name, lcp }) => `${name}: LCP ${seconds(lcp)}`),
    ...[...scores, ...slow]
      .filter(({ cls }) => cls > CLS)
      .map(({ path, name, network, cls }) => `${path ?? `${name} on ${network}`}: CLS ${cls.toFixed(3)}`),
  ]
}

export function report({ sizes, slow, scores, runs, chromium }) {
  const lost = missed({ sizes, slow, scores })
  return [
    '## The web',
    '',
    `${circumstances()} · Chromium ${chromium}, Lighthouse ${scores[0]?.version}`,
    '',
    'Sizes in KB (1024 bytes) of the bodies over the wire, brotli, of a first visit on 360 × 640: all that the page has loaded when it comes to rest, parts that come after it included. `npm test` holds what it needs to start. The landing page’s bar for everything is 130 KB.',
    '',
    table(['page', 'script', 'bar', 'css', 'fonts', 'html', 'all'], sizes.map(sizeRow)),
    '',
    `Lighthouse, mobile, median of ${runs}; the bar is 98 / 100 / 100 / 100, LCP 1.8 s, CLS 0.02. Measured over plain http on the machine itself.`,
    '',
    table(
      ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'LCP', 'CLS', 'blocking', 'fails'],
      scores.map(({ path, scores: four, lcp, cls, tbt, failed }) => [
        path,
        ...four,
        seconds(lcp),
        cls.toFixed(3),
        `${Math.round(tbt)} ms`,
        failed.join(', ') || 'none',
      ]),
    ),
    '',
    `A throttled browser (not simulated), median of ${runs} visits, processor 4 times slower. Slow 4G: 1.6 Mbit/s, 150 ms. Slow 3G: 400 kbit/s, 400 ms.`,
    '',
    table(
      ['page', 'network', 'LCP', 'CLS'],
      slow.map(({ name, network, lcp, cls }) => [name, network, seconds(lcp), cls.toFixed(3)]),
    ),
    '',
    lost.length === 0 ? 'All bars were held.' : `Not held: ${lost.join('; ')}.`,
    '',
  ].join('\n')
}
