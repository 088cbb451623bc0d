/** What the team writes down about money before it acts: one line, sent with what is pressed below it. */

interface NoteFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export const NoteField = ({ id, label, value, onChange }: NoteFieldProps) => (
  <>
    <label className="field__label" htmlFor={id}>
      {label}
    </label>
    <input
      id={id}
      className="input"
      maxLength={500}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </>
)
