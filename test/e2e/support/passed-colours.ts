/**
 * Screens share their colours: where each text is coloured as one that axe has passed in this scheme, it is not asked
 * again. Text that lies over what does not contain it is not told apart here: in the light scheme axe looks at all.
 */
import type { Page } from '@playwright/test'
import { axeFaults, settle } from './axe-checks.ts'

declare global {
  interface Window {
    textKinds?: () => Readonly<Record<'color-contrast' | 'link-in-text-block', ReadonlyMap<Element, string>>>
  }
}

/** In the page, for each rule: texts by all that their contrast is computed from, links in a sentence with the text around. */
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
    const isInSentence = (link: Element, { textContent }: Element): boolean =>
      getComputedStyle(link).display === 'inline' && textContent.trim() !== link.textContent.trim()
    window.textKinds = () => {
      const known = new Map<Element, string>()
      const texts = new Map<Element, string>()
      const links = new Map<Element, string>()
      for (const element of document.body.querySelectorAll('*')) {
        if (!isJudged(element)) continue
        const placeholder = isControl(element) ? letters(element, '::placeholder') : ''
        texts.set(element, `${letters(element)} ${placeholder} on ${backgrounds(element, known)}`)
        const link = element.closest('a[href]')
        if (!link?.parentElement || !isInSentence(link, link.parentElement)) continue
        const { textDecorationLine, borderBottomWidth } = getComputedStyle(link)
        const around = letters(link.parentElement)
        links.set(link, `${letters(link)} ${textDecorationLine} ${borderBottomWidth} in ${around}`)
      }
      return { 'color-contrast': texts, 'link-in-text-block': links }
    }
  })

const kindsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...new Set(Object.values(window.textKinds?.() ?? {}).flatMap((kinds) => [...kinds.values()])),
  ])

/** What axe neither passed nor refused, under an open dialog for one, is asked about again on the next screen. */
const passedKindsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.entries(window.textKinds?.() ?? {}).flatMap(([rule, kinds]) =>
      (window.axePassed?.[rule] ?? []).flatMap((element) => kinds.get(element) ?? []),
    ),
  )

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
