const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * For the text of an element and for an attribute in either kind of quotes, in HTML and in XML. `'` is a number: `&apos;` is
 * unknown to HTML 4, which some mail programs read. Not enough in a script, a style, or an address that may be `javascript:`.
 */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
