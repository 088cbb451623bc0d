/**
 * As much of XML as a bank's message has: elements and text. A document type is refused, so no entity can be declared
 * that grows or reads a file. Names lose their prefix, attributes but `Ccy` are not looked at.
 */
import { UnreadableStatement } from './lines.ts'

export interface XmlElement {
  readonly name: string
  readonly currency: string | null
  readonly children: XmlElement[]
  text: string
}

const MAX_DEPTH = 40
const TOKEN =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w.:-]+)\s*>|<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy

const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return NAMED_ENTITIES[name] ?? all
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

const elementOf = (name: string, attributes: string): XmlElement => ({
  name: local(name),
  currency: /\sCcy\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1] ?? null,
  children: [],
  text: '',
})

/** Throws `damaged` for what is not well-formed. */
export function readXml(source: string): XmlElement {
  const root = elementOf('', '')
  const open: XmlElement[] = [root]
  const text = source.replace(/^\ufeff/, '')
  let at = 0
  for (const match of text.matchAll(TOKEN)) {
    at = match.index + match[0].length
    const [, literal, closing, opening, attributes = '', isEmpty, characters] = match
    const parent = open.at(-1) ?? root
    parent.text += literal ?? decoded(characters ?? '')
    if (opening !== undefined) {
      const element = elementOf(opening, attributes)
      parent.children.push(element)
      if (isEmpty !== '/') open.push(element)
    }
    if (closing !== undefined && open.pop()?.name !== local(closing)) throw new UnreadableStatement('damaged')
    if (open.length === 0 || open.length > MAX_DEPTH) throw new UnreadableStatement('damaged')
  }
  // whatever no token fits, a document type among it, ends the walk early
  if (at !== text.length || open.length !== 1) throw new UnreadableStatement('damaged')
  return root
}

/** Elements at the end of a path such as `Acct/Id/Othr/Id`, in order. */
export const elementsAt = (element: XmlElement, path: string): XmlElement[] =>
  path
    .split('/')
    .reduce<XmlElement[]>(
      (elements, name) => elements.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    )

/** The text of the first, trimmed; null when there is none. */
export const textAt = (element: XmlElement, path: string): string | null =>
  elementsAt(element, path)[0]?.text.trim() ?? null
