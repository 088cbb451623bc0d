/** The picture and the poster of an offer link, without a module that pages load which know no links and are full. */
import { linkPoster, uploadLinkPhoto } from '#core/contract/links.ts'
import { addressOf } from '#web/lib/api.ts'
import { send, upload } from '#web/lib/item-photos.ts'
import { locale } from '#web/lib/locale.ts'

/** It stands in the next version of the link. */
export async function sendLinkPhoto(id: string, photo: File): Promise<void> {
  const body = new FormData()
  // one picture: a second one is refused
  body.append('file', photo, photo.name)
  await send(addressOf(uploadLinkPhoto, { params: { id } }), upload(body))
}

export async function savePoster(id: string): Promise<void> {
  const path = addressOf(linkPoster, { params: { id }, query: { lang: locale() } })
  const poster = await send(path.replace('.pdf/', '.pdf'), {})
  const url = URL.createObjectURL(await poster.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = `${id}.pdf`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
