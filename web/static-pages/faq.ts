/** /faq: shows the questions that have every word of the search in them or in their answers. */
interface SearchedQuestion {
  readonly parts: readonly HTMLElement[]
  readonly text: string
}

/** A question is a heading with what follows it, to the next heading. */
function questionsOf(page: HTMLElement): SearchedQuestion[] {
  return [...page.querySelectorAll<HTMLElement>('[data-questions] :is(h2, h3)')].map((heading) => {
    const parts = [heading]
    let next = heading.nextElementSibling
    while (next instanceof HTMLElement && !/^H[23]$/.test(next.tagName)) {
      parts.push(next)
      next = next.nextElementSibling
    }
    return {
      parts,
      text: folded(parts.map((part) => part.textContent).join(' ')),
    }
  })
}

/** Without capitals and the nukta, which most people leave out: रिफंड finds रिफ़ंड. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll('\u093c', '').toLowerCase()

/** Without the ending of its case or number: पैसे finds पैसा, refunds finds refund. Of short words nothing may be left out. */
const stemOf = (word: string): string =>
  word.length > 3 ? word.replace(/(?:[\u0902\u093e-\u094c]+|s)$/u, '') : word

export const searchWords = (search: string): string[] =>
  folded(search).split(/\s+/).filter(Boolean).map(stemOf)

export function startFaqSearch(): void {
  const page = document.querySelector<HTMLElement>('[data-faq]')
  const field = page?.querySelector('input')
  const status = page?.querySelector<HTMLElement>('[data-count]')
  const contact = page?.querySelector<HTMLElement>('[data-contact]')
  if (!page || !field || !status || !contact) return
  const questions = questionsOf(page)
  const filter = (): void => {
    const words = searchWords(field.value)
    let count = 0
    for (const { parts, text } of questions) {
      const matches = words.every((word) => text.includes(word))
      if (matches) count += 1
      for (const part of parts) part.hidden = !matches
    }
    page.toggleAttribute('data-searching', words.length > 0)
    contact.hidden = count > 0
    const sentence = count > 0 ? status.dataset.count : status.dataset.none
    status.textContent = words.length > 0 ? (sentence ?? '').replace('{count}', String(count)) : ''
  }
  field.addEventListener('input', filter)
  // a browser that comes back to the page fills the field without an event
  if (field.value) filter()
}
