/** What somebody wrote, of which two lines stand until it is opened: a phone has other things to show. */
import './long-text.css'

/** About two lines of a phone. */
const SHORT = 90

export function LongText({ text }: { text: string }) {
  if (text.length <= SHORT && !text.includes('\n')) return <p className="long-text__words">{text}</p>
  return (
    <details className="long-text">
      <summary>
        <span className="long-text__words">{text}</span>
      </summary>
    </details>
  )
}
