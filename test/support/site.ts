/** Pages for a test: written by it, or rendered from the build as a server's start does. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { CustodyMode, RenderedFile, RenderedSite } from '#core/site-settings.ts'
import { defaultContentDir, readOperatorContent } from '#server/config/operator-content.ts'
import { openSite, type Site, siteSettingsFrom } from '#server/http/site/open-site.ts'

const renderedFile = (name: string, html: string): RenderedFile => ({
  name,
  body: Buffer.from(html),
  br: brotliCompressSync(html),
  gzip: gzipSync(html),
})

export const writtenSite = (
  clientDir: string,
  pages: Readonly<Record<string, string>>,
  paths: Partial<Pick<RenderedSite, 'appPaths' | 'publicPaths'>>,
): Site => ({
  clientDir,
  rendered: {
    appPaths: [],
    publicPaths: [],
    ...paths,
    files: Object.entries(pages).map(([name, html]) => renderedFile(name, html)),
  },
  renderUnder: async () => {},
  changesUnder: async () => [],
})

/** Needs build/site; `npm test -- site` builds it. */
export async function builtSite({
  publicUrl = 'http://amanat.test',
  contentDir = defaultContentDir,
  demo = false,
  custody = undefined as CustodyMode | undefined,
}): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'amanat-pages-'))
  try {
    const settings = siteSettingsFrom(
      { publicUrl, realRail: custody && 'razorpay', custody, otp: [], demo },
      readOperatorContent(contentDir),
    )
    const site = await openSite(dataDir, settings)
    if (!site) throw new Error('the pages are not built')
    return site
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

export function textOf({ rendered }: Site, name: string): string {
  const file = rendered.files.find((each) => each.name === name)
  if (!file) throw new Error(`no page ${name}`)
  return Buffer.from(file.body).toString('utf8')
}
