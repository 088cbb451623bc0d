/** Files that go with an action: sent one by one as they are chosen; the action names those that arrived. */
import type { Deal } from '../../../../core/contract/deals.ts'
import type { FieldProps } from '../../../lib/use-fields.ts'

interface FilesFieldProps extends FieldProps {
  readonly deal: Deal
  readonly label: string
}

export function FilesField(_: FilesFieldProps) {
  return null
}
