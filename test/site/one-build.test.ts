/** One build serves any operator at any address: what they set comes with the start, in every page that shows it. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SHELL_FILE } from '#core/site-settings.ts'
import type { Site } from '#server/http/site/open-site.ts'
import { builtSite, textOf } from '#test/support/site.ts'
import { DOCUMENTS } from '#web/pages.ts'

const OWN = JSON.parse(readFileSync('content/site.json', 'utf8'))
const OTHER = {
  ...OWN,
  name: { en: 'Vishwas', hi: 'विश्वास' },
  legal_name: 'Vishwas Services LLP </script><script>alert(1)</script>',
  phone: '+91 22 5555 1234',
  team: [
    {
      name: { en: 'Asha Rao', hi: 'आशा राव' },
      role: { en: 'Director', hi: 'निदेशक' },
      profile: 'https://people.example/asha',
    },
  ],
}
const folder = mkdtempSync(join(tmpdir(), 'amanat-operator-'))
let own: Site
let other: Site
beforeAll(async () => {
  writeFileSync(join(folder, 'site.json'), JSON.stringify(OTHER))
  writeFileSync(join(folder, 'policy.json'), JSON.stringify({ disputeFeePaise: 7700 }))
  own = await builtSite({ publicUrl: 'https://amanat.example' })
  other = await builtSite({ publicUrl: 'https://vishwas.example', contentDir: folder })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

const everyPage = (site: Site) =>
  site.rendered.files.filter(({ name }) => name.endsWith('.html')).map(({ name }) => name)
const settingsIn = (shell: string) =>
  JSON.parse(
    /<script id="site-settings" type="application\/json">(.*?)<\/script>/s.exec(shell)?.[1] ?? 'null',
  )

describe('two operators of one build', () => {
  it.each(['index.html', 'hi/index.html', 'about-us/index.html', 'faq/index.html', 'grievance/index.html'])(
    'have their own name, contacts and address on %s',
    (page) => {
      const [ownText, otherText] = [textOf(own, page), textOf(other, page)]
      const [name, theirName] = page.startsWith('hi/') ? ['अमानत', 'विश्वास'] : ['Amanat', 'Vishwas']
      expect(ownText).toContain(`<meta property="og:site_name" content="${name}"/>`)
      expect(otherText).toContain(`<meta property="og:site_name" content="${theirName}"/>`)
      expect(/<title>([^<]*)/.exec(otherText)?.[1]).toContain(theirName)
      expect(ownText).toContain('rel="canonical" href="https://amanat.example')
      expect(otherText).toContain('rel="canonical" href="https://vishwas.example')
      expect(otherText).toContain('property="og:image" content="https://vishwas.example/social-card.png"')
      expect(otherText).toContain('+91 22 5555 1234')
    },
  )
  it.each(['about-us/index.html', 'hi/about-us/index.html'])('have their own team on %s', (page) => {
    const theirs = textOf(other, page)
    expect(theirs).toContain(page.startsWith('hi/') ? 'आशा राव' : 'Asha Rao')
    expect(theirs).not.toMatch(/Founder, product|संस्थापक, प्रोडक्ट/)
  })
  it('hide the people and partners that are samples, unless it is a demo, which says so', async () => {
    expect(textOf(own, 'index.html')).not.toContain('A seller, Surat')
    expect(textOf(own, 'about-us/index.html')).not.toContain('Founder, product')
    const shown = await builtSite({ demo: true })
    expect(textOf(shown, 'index.html')).toMatch(/A seller, Surat.{0,60}Sample/s)
    expect(textOf(shown, 'about-us/index.html')).toMatch(/Founder, product.{0,60}Sample/s)
  })
  it('have their own figures in the documents, and the structured data', () => {
    expect(textOf(own, 'services/terms_and_conditions/index.html')).toContain('₹50')
    expect(textOf(other, 'services/terms_and_conditions/index.html')).toContain('₹77')
    expect(textOf(other, 'index.html')).toContain('"url":"https://vishwas.example/"')
  })
  it('have their documents as text too, in both languages, with their own figures', () => {
    expect(textOf(own, 'services/terms_and_conditions.md')).toContain('₹50')
    expect(textOf(other, 'services/terms_and_conditions.md')).toContain('₹77')
    for (const [path, names] of Object.entries(DOCUMENTS))
      for (const prefix of ['', 'hi/']) {
        const text = textOf(own, `${prefix}${path.slice(1)}.md`)
        expect(text, path).not.toMatch(/\{\{|undefined/)
        expect(text.length, path).toBeGreaterThan(200 * names.length)
        expect(/[\u0900-\u097f]{3}/.test(text), path).toBe(prefix === 'hi/')
      }
  })
  it('have no word of each other anywhere', () => {
    for (const page of everyPage(other)) expect(textOf(other, page), page).not.toMatch(/amanat\.example/)
    for (const page of everyPage(own)) expect(textOf(own, page), page).not.toMatch(/vishwas/i)
  })
})

describe('the app’s shell', () => {
  it('carries the operator’s settings, and not what public pages alone show', () => {
    const settings = settingsIn(textOf(other, SHELL_FILE))
    expect(settings).toMatchObject({ origin: 'https://vishwas.example', sandbox: true })
    expect(settings.content).toMatchObject({ name: OTHER.name, legal_name: OTHER.legal_name, team: [] })
    expect(settings.documents).toEqual({})
  })
  it('cannot be ended by what the operator wrote', () => {
    expect(textOf(other, SHELL_FILE)).not.toContain('<script>alert')
  })
  it('is the app down to its root, with its preload script', () => {
    const shell = textOf(own, SHELL_FILE)
    expect(shell).toContain('"isSpaMode":true')
    expect(shell).toContain('modulepreload')
    expect(shell).not.toContain('/*preload*/')
  })
  it('has another service worker for another operator, so that browsers take the new shell', () => {
    const [ownWorker, otherWorker] = [textOf(own, 'sw.js'), textOf(other, 'sw.js')]
    expect(ownWorker).not.toBe(otherWorker)
    expect(ownWorker).not.toContain('%SHELL%')
    const withoutVersion = (text: string) => text.replace(/app-[0-9a-f]{16}/, '')
    expect(withoutVersion(ownWorker)).toBe(withoutVersion(otherWorker))
  })
})

describe('the build', () => {
  const hashWith = (env: Record<string, string>): string =>
    execFileSync(
      process.execPath,
      ['--input-type=module', '-e', `import { hashes } from '#scripts/lib/build.mjs'; console.log(hashes())`],
      { encoding: 'utf8', env: { PATH: process.env.PATH, ...env } },
    )
  it('is the same for every address and way to pay', () => {
    const hash = hashWith({})
    expect(hash).toMatch(/[0-9a-f]{64}/)
    expect(hashWith({ PUBLIC_URL: 'https://vishwas.example', PAYMENTS: 'upi' })).toBe(hash)
  })
  it('holds nothing of the operator’s', () => {
    const bundle = readFileSync('build/site/pages.js', 'utf8')
    for (const text of [OWN.legal_name, OWN.address, OWN.team[0].role.en]) expect(bundle).not.toContain(text)
  })
})

describe('a wrong file of the operator’s stops the start', () => {
  const errorOf = (site: unknown): Promise<string> => {
    writeFileSync(join(folder, 'site.json'), typeof site === 'string' ? site : JSON.stringify(site))
    return builtSite({ contentDir: folder }).then(
      () => 'it started',
      (error: Error) => error.message,
    )
  }
  it.each([
    ['what is missing', { ...OTHER, phone: undefined }, /site\.json is not as it must be: phone: /],
    ['a link that is none', { ...OTHER, blog: 'our blog' }, /site\.json is not as it must be: blog: /],
    ['what is not JSON', '{', /site\.json cannot be read: /],
  ])('%s', async (_what, site, reason) => {
    expect(await errorOf(site)).toMatch(reason)
  })
  it('a document with a figure that does not exist', async () => {
    mkdirSync(join(folder, 'docs', 'en'), { recursive: true })
    writeFileSync(join(folder, 'docs', 'en', 'mission.md'), 'We keep {{nothing}}.')
    expect(await errorOf(OTHER)).toMatch(/^The pages cannot be rendered .*unknown figure: \{\{nothing\}\}/)
  })
})
