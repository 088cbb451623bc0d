/** The scale of letters stands in one place, and the drawings are small and of our own colours. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const filesOf = (folder: string, kind: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(kind))
    .map((name) => `${folder}/${name}`)
const styles = filesOf('web', '.css')
const pictures = filesOf('web/ui/pictures', '.svg')
const read = (path: string): string => readFileSync(path, 'utf8')
const SIZES = ['12', '14', '16', '20', '28', '40']

describe('the scale of letters', () => {
  it('has six sizes', () => {
    const sizes = [...read('web/styles/tokens.css').matchAll(/--size-(\d+): ([\d.]+)rem;/g)]
    expect(sizes.map(([, name]) => name)).toEqual(SIZES)
    for (const [, name, rem] of sizes) expect(Number(rem) * 16).toBe(Number(name))
  })
  it.each(styles)('is all that %s takes', (path) => {
    for (const [line] of read(path).matchAll(/^\s*font(?:-size)?: .*$/gm))
      if (!/font: inherit/.test(line))
        expect(line, path).toMatch(/var\(--size-(?:\d+|lead|section|title)\)|var\(--mantine-/)
  })
})

describe('the drawings', () => {
  it('are there', () => expect(pictures.length).toBeGreaterThanOrEqual(9))
  it.each(pictures)('%s has at most 6 KB, no script, no text and no file of others', (path) => {
    const svg = read(path)
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(6 * 1024)
    expect(svg).not.toMatch(/<script|<text|<image|href|url\(/)
  })
  it.each(pictures)('%s has colours of the page alone, for the light and the dark', (path) => {
    const svg = read(path)
    const own = new Set([...svg.matchAll(/(--[\w-]+):/g)].map(([, name]) => name))
    for (const [, name] of svg.matchAll(/var\((--[\w-]+)\)/g)) {
      expect(own, `${name} has no colour where it stands alone`).toContain(name)
      expect(read('web/styles/tokens.css')).toContain(`${name}:`)
    }
    expect(svg).toContain('prefers-color-scheme:dark')
  })
})
