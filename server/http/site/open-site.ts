/** Has the pages rendered with the operator's settings, in a thread that ends with it (web/render/worker.ts). */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { Policy } from '#core/policy.ts'
import type { PlacedChange, PolicyComparison } from '#core/sentence-changes.ts'
import type { RenderedSite, SiteSettings } from '#core/site-settings.ts'
import type { Config } from '#server/config/config.ts'
import type { OperatorContent } from '#server/config/operator-content.ts'
import { ConfigError, reasonOf } from '#server/lib/operator-error.ts'
import { packageRoot } from '#server/lib/paths.ts'
import { RenderCache } from './render-cache.ts'

export interface Site {
  /** The files that are the same for every operator. */
  readonly clientDir: string
  /** Another one after the policy has changed. */
  readonly rendered: RenderedSite
  /** Renders the pages under another policy, which are served from then on. */
  renderUnder(policy: Policy): Promise<void>
  /** What the pages, an offer and the page of a running deal would say otherwise. Nothing is served differently. */
  changesUnder(comparison: PolicyComparison): Promise<PlacedChange[]>
}

/** What is prepared from the rendered pages, again after they were rendered again. */
export function fromCurrentPages<T>(site: Site, prepare: (rendered: RenderedSite) => T): () => T {
  let rendered = site.rendered
  let result = prepare(rendered)
  return () => {
    if (site.rendered !== rendered) {
      rendered = site.rendered
      result = prepare(rendered)
    }
    return result
  }
}

export const siteSettingsFrom = (
  config: Pick<Config, 'publicUrl' | 'realRail' | 'otp' | 'custody' | 'demo'>,
  content: OperatorContent,
): SiteSettings => ({
  origin: config.publicUrl,
  sandbox: !config.realRail,
  demo: config.demo === true,
  custody: config.custody ?? null,
  verification: config.otp.length > 0 ? 'on' : 'off',
  content: content.site,
  policy: content.policy,
  limits: content.limits,
  documents: content.documents,
})

const siteDir = join(packageRoot, 'build', 'site')
const workerFile = join(siteDir, 'worker.js')

/** What web/render/worker.ts is given. */
async function inWorker<T>(workerData: object): Promise<T> {
  // React takes its smaller and faster half by NODE_ENV
  const worker = new Worker(workerFile, { workerData, env: { NODE_ENV: 'production' } })
  try {
    const [result] = (await once(worker, 'message')) as [T]
    return result
  } finally {
    await worker.terminate()
  }
}

async function render(dataDir: string, settings: SiteSettings): Promise<RenderedSite> {
  const cache = new RenderCache(dataDir, siteDir, settings)
  const cached = cache.read()
  if (cached) return cached
  try {
    const rendered = await inWorker<RenderedSite>({ settings })
    cache.write(rendered)
    return rendered
  } catch (error) {
    throw new ConfigError(`The pages cannot be rendered with this content: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
}

/** Null when the pages are not built: the API is served alone. */
export async function openSite(dataDir: string, settings: SiteSettings): Promise<Site | null> {
  if (!existsSync(workerFile)) return null
  let rendered = await render(dataDir, settings)
  // each takes the memory of all pages
  const oneAtATime = pLimit(1)
  return {
    clientDir: join(packageRoot, 'build', 'client'),
    get rendered() {
      return rendered
    },
    renderUnder: (policy) =>
      oneAtATime(async () => {
        rendered = await render(dataDir, { ...settings, policy })
      }),
    changesUnder: (comparison) =>
      oneAtATime(() =>
        inWorker<PlacedChange[]>({ settings, comparison: { ...comparison, pages: rendered.files } }),
      ),
  }
}
