/** Has the pages rendered with the operator's settings, in a thread that ends with it (web/render/worker.ts). */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { RenderedSite, SiteSettings } from '#core/site-settings.ts'
import type { Config } from '#server/config.ts'
import type { OperatorContent } from '#server/lib/operator-content.ts'
import { ConfigError, reasonOf } from '#server/lib/operator-error.ts'
import { packageRoot } from '#server/lib/paths.ts'
import { RenderCache } from './render-cache.ts'

export interface Site {
  /** The files that are the same for every operator. */
  readonly clientDir: string
  readonly rendered: RenderedSite
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
  policy: content.policyOverrides,
  limits: content.limits,
  documents: content.documents,
})

const siteDir = join(packageRoot, 'build', 'site')
const workerFile = join(siteDir, 'worker.js')

async function render(settings: SiteSettings): Promise<RenderedSite> {
  // React takes its smaller and faster half by NODE_ENV
  const worker = new Worker(workerFile, { workerData: settings, env: { NODE_ENV: 'production' } })
  try {
    const [rendered] = (await once(worker, 'message')) as [RenderedSite]
    return rendered
  } catch (error) {
    throw new ConfigError(`The pages cannot be rendered with this content: ${reasonOf(error)}.`, {
      cause: error,
    })
  } finally {
    await worker.terminate()
  }
}

/** Null when the pages are not built: the API is served alone. */
export async function openSite(dataDir: string, settings: SiteSettings): Promise<Site | null> {
  if (!existsSync(workerFile)) return null
  const clientDir = join(packageRoot, 'build', 'client')
  const cache = new RenderCache(dataDir, siteDir, settings)
  const cached = cache.read()
  if (cached) return { clientDir, rendered: cached }
  const rendered = await render(settings)
  cache.write(rendered)
  return { clientDir, rendered }
}
