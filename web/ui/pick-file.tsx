/** A button that opens the choice of files: the browser's own field speaks the browser's language, not the page's. */
import { useRef } from 'react'
import { Button } from './button.tsx'

interface PickFileProps {
  readonly label: string
  /** As the attribute of an input has it; any file without it. */
  readonly accept?: string
  readonly multiple?: boolean
  readonly busy?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** At least one. */
  readonly onPick: (files: readonly File[]) => void
}

export function PickFile({ label, accept, multiple = false, busy, disabled, onPick }: PickFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        multiple={multiple}
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // the same file can be chosen again
          currentTarget.value = ''
          if (files.length > 0) onPick(files)
        }}
      />
      <Button busy={busy === true} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
