/** The built client as Vite wrote it down: which files a page loads, and what those load later. */
import { readdirSync, readFileSync } from 'node:fs'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

export interface ClientBundle {
  /** Addresses of all that these sources (paths from web/) load at once: scripts and styles. */
  filesOf(sources: readonly string[]): string[]
  /** Addresses of what those load on demand. */
  onDemandOf(sources: readonly string[]): string[]
  /** Files of build/client/assets whose name fits. */
  assets(name: RegExp): string[]
}

const addressesOf = ({ file, css = [] }: Chunk): string[] => [file, ...css].map((name) => `/${name}`)

export function readClientBundle(folder: string): ClientBundle {
  const chunks = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>
  const keyOf = (source: string): string => {
    const key = Object.keys(chunks).find((name) => name.replace(/\?.*$/, '') === `web/${source}`)
    if (key === undefined) throw new Error(`the client bundle has no ${source}`)
    return key
  }
  /** With all that they import, to the end; in the order in which they are reached. */
  const reachedFrom = (keys: readonly string[]): Chunk[] => {
    const reached = new Set(keys)
    for (const key of reached) for (const imported of chunks[key]?.imports ?? []) reached.add(imported)
    return [...reached].flatMap((key) => chunks[key] ?? [])
  }
  const unique = (all: readonly Chunk[]): string[] => [...new Set(all.flatMap(addressesOf))]
  return {
    filesOf: (sources) => unique(reachedFrom(sources.map(keyOf))),
    onDemandOf: (sources) =>
      unique(reachedFrom(reachedFrom(sources.map(keyOf)).flatMap((chunk) => chunk.dynamicImports ?? []))),
    assets: (name) =>
      readdirSync(`${folder}/assets`)
        .filter((file) => name.test(file))
        .map((file) => `/assets/${file}`),
  }
}
