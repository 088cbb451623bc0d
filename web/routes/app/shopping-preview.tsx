import { PreviewPage, previewTitle } from '../../features/offer/preview/preview-page.tsx'
import { appMeta } from '../../lib/title.ts'

export const meta = () => appMeta(previewTitle('shopping'))

export default function ShoppingPreview() {
  return <PreviewPage track="shopping" />
}
