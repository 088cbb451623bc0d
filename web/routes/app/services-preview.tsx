import { PreviewPage, previewTitle } from '../../features/offer/preview/preview-page.tsx'
import { appMeta } from '../../lib/title.ts'

export const meta = () => appMeta(previewTitle('services'))

export default function ServicesPreview() {
  return <PreviewPage track="services" />
}
