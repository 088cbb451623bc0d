/** What becomes of which figure, a line each. */
import type { FigureChange } from '#core/policy-figures.ts'
import { m } from '#messages/compiled/messages.js'
import { figureName, figureValue } from './figure-words.ts'

/** The value says it. */
const UNIT = / \([^)]*\)$/

export const FigureChanges = ({ changes }: { changes: readonly FigureChange[] }) =>
  changes.length > 0 && (
    <ul>
      {changes.map(({ path, before, after }) => (
        <li key={path}>
          {m.policies_from_to({
            name: figureName(path).replace(UNIT, ''),
            before: figureValue(path, before),
            after: figureValue(path, after),
          })}
        </li>
      ))}
    </ul>
  )
