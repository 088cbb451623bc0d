/** The documents of content/docs, rendered with the page; a browser never loads the renderer. */
import { Marked } from 'marked'
import { m } from '#messages/compiled/messages.js'
import { documentText } from '#web/lib/site.ts'
import { fill } from './figures.ts'

interface Heading {
  readonly id: string
  readonly text: string
}
interface Rendered {
  readonly html: string
  readonly headings: readonly Heading[]
}

/** `prefix` keeps the anchors of two documents on one page apart. */
function render(name: string, prefix: string): Rendered {
  const source = documentText(name)
  if (source === undefined) return { html: '', headings: [] }
  const headings: Heading[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens)
        const id = `${prefix}${headings.length + 1}`
        if (depth === 2) headings.push({ id, text })
        return `<h${depth}${depth === 2 ? ` id="${id}"` : ''}>${text}</h${depth}>\n`
      },
      table({ header, rows }) {
        const row = (cells: typeof header, tag: string) =>
          `<tr>${cells.map((cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
        const body = rows.map((cells) => row(cells, 'td')).join('')
        return `<div class="scroll" tabindex="0"><table><thead>${row(header, 'th')}</thead><tbody>${body}</tbody></table></div>`
      },
    },
  })
  return { html: marked.parse(fill(source), { async: false }), headings }
}

interface DocumentProps {
  readonly name: string
  /** A list of the headings to jump to. */
  readonly contents?: boolean
}

export function Document({ name, contents }: DocumentProps) {
  const { html, headings } = import.meta.env.SSR ? render(name, `${name}-`) : { html: '', headings: [] }
  return (
    <>
      {contents && (
        <details className="contents">
          <summary>{m.doc_contents()}</summary>
          <ol>
            {headings.map(({ id, text }) => (
              <li key={id}>
                {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a document of content/docs */}
                <a href={`#${id}`} dangerouslySetInnerHTML={{ __html: text }} />
              </li>
            ))}
          </ol>
        </details>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a document of content/docs, never what a user wrote */}
      <div className="prose document" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  )
}
