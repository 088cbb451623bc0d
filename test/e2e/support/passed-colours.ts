/**
 * Screens share their colours: where each text is coloured as one that axe has passed in this scheme, it is not asked
 * again. Text that lies over what does not contain it is not told apart here: in the light scheme axe looks at all.
 */
import type { Page } from '@playwright/test'
import { axeFaults, settle } from './axe-checks.ts'

declare global {
  interface Window {
    textKinds?: () => { texts: ReadonlyMap<Element, string>; links: readonly string[] }
  }
}

/** In the page: each text's element by all that axe computes its contrast from, and each link with the text around it. */
const bringKinds = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (window.textKinds) return
    const backgrounds = (element: Element | null, known: Map<Element, string>): string => {
      if (!element) return ''
      const same = known.get(element)
      if (same !== undefined) return same
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element)
      const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(' ')
      const around = backgrounds(element.parentElement, known)
      const all = own === 'rgba(0, 0, 0, 0) none 1 none normal' ? around : `${own} < ${around}`
      known.set(element, all)
      return all
    }
    const letters = (element: Element, pseudo?: string): string => {
      const style = getComputedStyle(element, pseudo)
      return [
        style.color,
        style.webkitTextFillColor,
        style.fontSize,
        style.fontWeight,
        style.textShadow,
      ].join(' ')
    }
    const isControl = (element: Element): boolean =>
      element.matches('input:not([type=hidden]), select, textarea')
    // of one letter axe says nothing
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some(
        ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && (nodeValue ?? '').trim().length > 1,
      )
    const isJudged = (element: Element): boolean => {
      if (!hasText(element) && !isControl(element)) return false
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
      if (element.closest(':disabled, [aria-disabled=true]')) return false
      const { bottom, right } = element.getBoundingClientRect()
      // else above the page until it has the focus
      return bottom > 0 && right > 0
    }
    window.textKinds = () => {
      const known = new Map<Element, string>()
      const texts = new Map<Element, string>()
      const links = new Set<string>()
      for (const element of document.body.querySelectorAll('*')) {
        if (!isJudged(element)) continue
        const placeholder = isControl(element) ? letters(element, '::placeholder') : ''
        texts.set(element, `${letters(element)} ${placeholder} on ${backgrounds(element, known)}`)
        const link = element.closest('a[href]')
        if (!link?.parentElement) continue
        const { textDecorationLine, borderBottomWidth } = getComputedStyle(link)
        links.add(
          `${letters(link)} ${textDecorationLine} ${borderBottomWidth} in ${letters(link.parentElement)}`,
        )
      }
      return { texts, links: [...links] }
    }
  })

const kindsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { texts, links } = window.textKinds?.() ?? { texts: new Map<Element, string>(), links: [] }
    return [...new Set([...texts.values(), ...links])]
  })

/** What axe neither passed nor refused, under an open dialog for one, is asked about again on the next screen. */
const passedKindsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { texts, links } = window.textKinds?.() ?? { texts: new Map<Element, string>(), links: [] }
    const passed = window.axePassed ?? []
    return [...new Set([...passed.flatMap((element) => texts.get(element) ?? []), ...links])]
  })

/** What one browser's screens have passed, by the scheme of colours. */
export class PassedColours {
  readonly #kinds = new Map<string, Set<string>>()

  async faults(page: Page, scheme: 'dark' | 'forced'): Promise<string[]> {
    await bringKinds(page)
    await settle(page)
    const passed = this.#kinds.get(scheme) ?? new Set()
    if ((await kindsOf(page)).every((kind) => passed.has(kind))) return []
    const faults = await axeFaults(page, 'colours', scheme === 'forced')
    if (faults.length === 0) this.#kinds.set(scheme, new Set([...passed, ...(await passedKindsOf(page))]))
    return faults
  }
}
