/** A drawing of web/ui/pictures put into the page when it is built: its colours are the page's, and it needs no request. */
const DRAWINGS: Record<string, string> = import.meta.env.SSR
  ? import.meta.glob<string>('../../ui/pictures/*.svg', { eager: true, query: '?raw', import: 'default' })
  : {}

/** The colours of a drawing that stands alone: the page has the same names. */
const OWN_COLOURS = /<style>.*?<\/style>/s

/** Decoration: what it shows is said in words beside it. */
export function Drawing({ name }: { readonly name: 'agree' | 'pay' | 'send' | 'release' | 'lost' }) {
  const svg = (DRAWINGS[`../../ui/pictures/${name}.svg`] ?? '').replace(OWN_COLOURS, '')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by us, part of the build
  return <div className="picture" dangerouslySetInnerHTML={{ __html: svg }} />
}
