/** Puts the pictures into a document: opened and made small after the transaction, before the drawing. */
import { buffer } from 'node:stream/consumers'
import { bytesOf, type Files } from '#server/files/copies.ts'
import { printedPicture } from '#server/files/pictures.ts'
import type { PdfContent, PdfPhoto } from './document.ts'

/** One that cannot be read stays a number and its hash: the paper is given all the same. */
export async function withPhotos(files: Files, content: PdfContent): Promise<PdfContent> {
  const photos: PdfPhoto[] = []
  for (const photo of content.photos ?? []) {
    const jpeg = await smallCopy(files, photo).catch(() => null)
    photos.push(jpeg ? { ...photo, jpeg: jpeg.toString('base64') } : photo)
  }
  return { ...content, photos }
}

async function smallCopy(files: Files, { file }: PdfPhoto): Promise<Buffer | null> {
  const { stream } = await bytesOf(files, { file, copy: 'view' })
  return printedPicture(await buffer(stream))
}
