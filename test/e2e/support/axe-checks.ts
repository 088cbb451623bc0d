/** What is asked of a screen: nothing that axe finds, no sideways scroll, targets large enough for a thumb, one h1, a title. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ALL = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** Those that look at colours: in another scheme nothing else is another. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** What axe makes of a colour's text. */
interface AxeColor {
  r: number
  g: number
  b: number
  alpha: number
  parseString(text: string): AxeColor
}

declare global {
  interface Window {
    axe?: {
      run(context: Document, options: object): Promise<AxeResults>
      commons: { color: { Color: { prototype: AxeColor } } }
    }
    /** What the last run passed, for each rule. */
    axePassed?: Readonly<Record<string, readonly Element[]>>
  }
}

/** Once a document; Playwright is not held back by the page's script policy. */
export async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => window.axe !== undefined)) return
  await page.evaluate(axe)
  await page.evaluate(() => {
    const color = window.axe?.commons.color.Color.prototype
    if (!color) throw new Error('axe is not here')
    const parse = color.parseString
    const known = new Map<string, AxeColor>()
    // a page has a dozen colours: a third of the time went into reading their texts again for each cell of a table
    color.parseString = function (text) {
      const same = known.get(text)
      if (same) return Object.assign(this, same)
      parse.call(this, text)
      const { r, g, b, alpha } = this
      known.set(text, { r, g, b, alpha } as AxeColor)
      return this
    }
  })
}

/** As the page stays: scrolled to its head, no change of its colours under way. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // halfway under the bar a button counts as too small
    scrollTo({ top: 0, behavior: 'instant' })
    // a change of the scheme is heard in the first frame, and drawn by the second
    await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
  })

/** Of a page that is settled. */
export function axeFaults(page: Page, which: 'all' | 'colours', isForced: boolean): Promise<string[]> {
  const runOnly = which === 'all' ? ALL : COLOURS
  const resultTypes = which === 'all' ? ['violations'] : ['violations', 'passes']
  return page.evaluate(
    async ([options, forced]) => {
      // With forced colours Chromium still answers this one with the page's own colour; axe then takes `color`, which is what is drawn.
      const read = CSSStyleDeclaration.prototype.getPropertyValue
      if (forced)
        CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
          return name === '-webkit-text-fill-color' ? '' : read.call(this, name)
        }
      if (!window.axe) throw new Error('axe is not here')
      // where nothing is found, as nearly everywhere, an eighth of the time went into selectors that nobody reads
      const quick = await window.axe.run(document, { ...options, selectors: false, elementRef: true })
      window.axePassed = Object.fromEntries(
        quick.passes.map(({ id, nodes }) => [id, nodes.flatMap(({ element }) => element ?? [])]),
      )
      const { violations } = quick.violations.length > 0 ? await window.axe.run(document, options) : quick
      CSSStyleDeclaration.prototype.getPropertyValue = read
      const why = (id: string, nodes: (typeof violations)[number]['nodes']): string =>
        id === 'color-contrast' ? ` (${nodes[0]?.any[0]?.message.match(/foreground.*?,.*?,/)})` : ''
      const shown = (nodes: (typeof violations)[number]['nodes']): string =>
        `${nodes.length} × ${nodes
          .slice(0, 5)
          .map(({ target }) => target)
          .join(' | ')}`
      return violations.map(({ id, nodes }) => `${id}: ${shown(nodes)}${why(id, nodes)}`)
    },
    [{ runOnly, resultTypes, preload: false }, isForced] as const,
  )
}

/** By how much a page is wider than its window, and the innermost elements that reach over its edge. */
export const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const isOver = (element: Element): boolean => element.getBoundingClientRect().right > clientWidth + 0.5
    const elements = [...document.body.querySelectorAll('*')]
      .filter((element) => isOver(element) && ![...element.children].some(isOver))
      .map(({ outerHTML }) => outerHTML.slice(0, 120))
    return [`scrolls sideways by ${scrollWidth - clientWidth}: ${elements.slice(0, 5).join(' | ')}`]
  })

export async function headFaults(page: Page): Promise<string[]> {
  const heads = await page.locator('h1').count()
  return [...(heads === 1 ? [] : [`${heads} h1`]), ...((await page.title()) === '' ? ['no title'] : [])]
}

/**
 * What can be pressed and is smaller than 44 px either way. A link in the run of a sentence is as large as its words
 * (WCAG 2.5.8 lets it); a tick is as large as its label makes it, or
 * the cell of a table that ticks it.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 43.5
    const inSentence = (element: Element): boolean =>
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim().length > (element.textContent ?? '').trim().length
    const spanned = (element: Element): DOMRect[] => [
      element.getBoundingClientRect(),
      ...[...((element as HTMLInputElement).labels ?? []), element.closest('[class*=selector-cell]')].flatMap(
        (other) => (other ? [other.getBoundingClientRect()] : []),
      ),
    ]
    const within = document.querySelector('dialog[open]') ?? document
    const pressed = within.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option]',
    )
    const small: string[] = []
    for (const element of pressed) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (inSentence(element)) continue
      const isTick = element.matches('[type=checkbox], [type=radio]')
      const boxes = isTick ? spanned(element) : [element.getBoundingClientRect()]
      const height = Math.max(...boxes.map((box) => box.height))
      const width = Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left))
      const isOut = boxes.every((box) => box.bottom <= 0 && getComputedStyle(element).position === 'absolute')
      if (isOut || (height >= LEAST && width >= LEAST)) continue
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
      const what = `${element.tagName.toLowerCase()}.${element.className}`
      small.push(`${what} "${name.slice(0, 30)}" ${Math.round(width)}×${Math.round(height)}`)
    }
    return [...new Set(small)]
  })
