import { useSearchParams } from 'react-router'
import { FORM_PK } from '../../../../core/ids.ts'

/** The deal that was just made; it is in the address, so that its link page survives a reload. */
export function useMade(): string | null {
  const made = useSearchParams()[0].get('made') ?? ''
  return FORM_PK.test(made) ? made : null
}
