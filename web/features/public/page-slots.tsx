/** What a page leaves open for the server to fill in at each request (server/http/site/page-template.ts). */
import type { ReactNode } from 'react'

export const slot = (name: string): string => `__slot_${name}__`

/** What stands between two marks is left out where it does not hold. */
export function When({ it, children }: { it: string; children: ReactNode }) {
  return (
    <>
      {`__if_${it}__`}
      {children}
      {`__end_${it}__`}
    </>
  )
}
