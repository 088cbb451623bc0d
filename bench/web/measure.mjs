// The pages of the built server in Chromium, each as the person whose page it is.
import { writeSection } from '#bench/results.mjs'
import { NETWORKS, openBrowser, visit } from './browser.mjs'
import { judge } from './lighthouse.mjs'
import { report } from './report.mjs'
import { offerLink, signIn, startSite } from './site.mjs'

const PUBLIC = ['/', '/hi', '/faq', '/holdings', '/shopping/terms_and_conditions', '/grievance']

/** Each kind of page with the bar for its script, in KB (docs: the bars of the look). */
function routesOf({ buyer, freelancer, admin, offer }) {
  const share = `/api/transactions/shopping/?form_pk=${buyer.formPk}`
  return [
    ['Landing', '/', null, 15],
    ['Landing, Hindi', '/hi', null, 15],
    ['FAQ', '/faq', null, 15],
    ['Grievance', '/grievance', null, 15],
    ['Holdings', '/holdings', null, 15],
    ['Offer link', offer, null, 15],
    ['Sign in', '/login', null, 170],
    ['Preview', share, buyer.session, 170],
    ['My deals', '/deals', buyer.session, 170],
    ['Deal', `/deals/${buyer.formPk}`, buyer.session, 170],
    ['Account', '/account', buyer.session, 170],
    ['Shopping form', '/shopping/form', buyer.session, 220],
    ['Services form', '/services/form', freelancer.session, 220],
    ['Console', '/admin_dashboard', admin.session, null],
  ]
}

/** Of several visits the one with the middle LCP, and the worst shift of all. */
async function middle(runs, go) {
  const visits = []
  for (let run = 0; run < runs; run += 1) visits.push(await go())
  visits.sort((a, b) => a.lcp - b.lcp)
  return { ...visits[runs >> 1], cls: Math.max(...visits.map(({ cls }) => cls)) }
}

/** Writes the section of the web into bench/RESULTS.md. */
export async function measureWeb(runs) {
  const { base, stop } = await startSite()
  const browser = await openBrowser()
  try {
    const people = {
      buyer: await signIn(base, '9000000001'),
      freelancer: await signIn(base, '9000000003'),
      admin: await signIn(base, '9000000006'),
      offer: await offerLink(base, (await signIn(base, '9000000002')).session),
    }
    const sizes = []
    for (const [name, path, session, bar] of routesOf(people))
      sizes.push({ name, bar, ...(await visit(browser, base + path, { session })) })
    const slow = []
    for (const [network, settings] of Object.entries(NETWORKS))
      for (const [name, path, session] of [
        ['Landing', '/', null],
        ['Landing, Hindi', '/hi', null],
        ['Offer link', people.offer, null],
        ['Deal', `/deals/${people.buyer.formPk}`, people.buyer.session],
      ])
        slow.push({
          name,
          network,
          ...(await middle(runs, () => visit(browser, base + path, { session, network: settings }))),
        })
    const chromium = browser.version()
    await browser.close()
    const scores = await judge(base, PUBLIC, runs)
    writeSection('web', 'npm run bench:web', report({ sizes, slow, scores, runs, chromium }))
  } finally {
    await browser.close()
    await stop()
  }
}
