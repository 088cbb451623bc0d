/** The rendered pages on disk, so that a start with the same build and the same settings renders nothing. */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { RenderedSite, SiteSettings } from '#core/site-settings.ts'

export class RenderCache {
  readonly #folder: string
  readonly #name: string

  /** `siteDir` holds what the pages are rendered with. */
  constructor(dataDir: string, siteDir: string, settings: SiteSettings) {
    const hash = createHash('sha256').update(JSON.stringify(settings))
    for (const name of readdirSync(siteDir)
      .filter((file) => file.endsWith('.js'))
      .sort())
      hash.update(`\0${name}\0`).update(readFileSync(join(siteDir, name)))
    this.#folder = join(dataDir, 'pages')
    this.#name = hash.digest('hex')
  }

  /** Null when these pages were not rendered yet, or cannot be read. */
  read(): RenderedSite | null {
    const file = join(this.#folder, this.#name)
    try {
      return existsSync(file) ? (deserialize(readFileSync(file)) as RenderedSite) : null
    } catch {
      return null
    }
  }

  /** Beside what was rendered last: a start renders under the policy's file until it knows the one in force. A full disk costs the next start its time, and nothing else. */
  write(site: RenderedSite): void {
    try {
      if (!existsSync(this.#folder)) mkdirSync(this.#folder)
      for (const name of this.#olderNames()) rmSync(join(this.#folder, name), { force: true })
      const unfinished = join(this.#folder, `unfinished-${process.pid}`)
      writeFileSync(unfinished, serialize(site))
      renameSync(unfinished, join(this.#folder, this.#name))
    } catch {
      // rendered again next time
    }
  }

  /** All but the newest. */
  #olderNames(): string[] {
    const timeOf = (name: string): number => statSync(join(this.#folder, name)).mtimeMs
    return readdirSync(this.#folder)
      .sort((a, b) => timeOf(b) - timeOf(a))
      .slice(1)
  }
}
