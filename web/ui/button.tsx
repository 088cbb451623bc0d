import type { ButtonHTMLAttributes } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `next` is the one thing to do next: one to a page. `stop` ends something. */
  readonly kind?: 'next' | 'plain' | 'stop' | 'quiet'
  readonly wide?: boolean
  /** On its way: stays where it is, says so, and takes no second press. */
  readonly busy?: boolean
}

export function Button({ kind = 'plain', wide, busy, className = '', onClick, ...rest }: ButtonProps) {
  const classes = ['button', kind !== 'plain' && `button--${kind}`, wide && 'button--wide', className]
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  )
}
