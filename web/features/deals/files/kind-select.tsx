import { EVIDENCE_KINDS } from '../../../../core/disputes.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { evidenceWords } from '../words/evidence.ts'

/** What the files that are chosen next show. */
export function KindSelect({ kind, onChange }: { kind: string; onChange: (kind: string) => void }) {
  return (
    <label className="files__kind">
      <span className="field__label">{m.deal_file_kind()}</span>
      <select className="input" value={kind} onChange={(event) => onChange(event.currentTarget.value)}>
        {EVIDENCE_KINDS.map((one) => (
          <option key={one} value={one}>
            {evidenceWords(one)}
          </option>
        ))}
      </select>
    </label>
  )
}
