/** Copies of pictures for display: upright, and without the metadata of the camera. */
import sharp from 'sharp'
import { FILE_TYPES, type FileType } from '#core/files.ts'

/** Wide enough for a desktop screen, and about 200 KB instead of a phone's 5 MB. */
const VIEW_PIXELS = 1600
/** A larger picture is refused before it is decoded: a small file can expand to gigabytes. */
const OPTIONS = { limitInputPixels: 120_000_000, failOn: 'error' } as const

// One thread: the other processors are for requests.
sharp.concurrency(1)
sharp.cache(false)

const GPS_POINTER = 0x8825

/** Whether the first directory of EXIF data points to a GPS directory. */
function hasGps(exif: Buffer): boolean {
  const start = exif.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? 6 : 0
  const tiff = exif.subarray(start)
  const isLittle = tiff.subarray(0, 2).toString('latin1') === 'II'
  const u16 = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const u32 = (at: number): number => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  try {
    const directory = u32(4)
    const count = u16(directory)
    return Array.from({ length: count }, (_, i) => u16(directory + 2 + 12 * i)).includes(GPS_POINTER)
  } catch {
    // Another program may still read a location from damaged data.
    return true
  }
}

/** Whether the metadata of a picture has a location. False for anything that is not a readable picture. */
export async function hasLocation(path: string, type: FileType): Promise<boolean> {
  if (!FILE_TYPES[type].isPicture) return false
  const metadata = await sharp(path, OPTIONS)
    .metadata()
    .catch(() => null)
  if (!metadata) return false
  return (
    (metadata.exif !== undefined && hasGps(metadata.exif)) ||
    /gps/i.test(metadata.xmp?.toString('latin1') ?? '')
  )
}

export type PictureCopy = 'view' | 'stripped'

/** Null when the picture cannot be decoded. */
export async function copyOf(original: Buffer, copy: PictureCopy): Promise<Buffer | null> {
  // sharp writes no metadata by default.
  const upright = sharp(original, OPTIONS).autoOrient()
  const small = { width: VIEW_PIXELS, height: VIEW_PIXELS, fit: 'inside', withoutEnlargement: true } as const
  const result = copy === 'view' ? upright.resize(small).webp({ quality: 80 }) : upright
  return result.toBuffer().catch(() => null)
}

/** Of a paper: JPEG, the one kind that the drawing of PDF files takes from us, as wide as it is printed. */
export const printedPicture = (picture: Buffer): Promise<Buffer | null> =>
  sharp(picture, OPTIONS)
    .resize({ width: 360, height: 360, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 75 })
    .toBuffer()
    .catch(() => null)

/** On slow 4G (200 KB/s) it has come half a second after the page. */
const MOST_SMALL_BYTES = 100_000
/** From the best down: longest side, quality. The last one is small enough for noise. */
const SMALL_SIZES = [
  [800, 78],
  [800, 55],
  [640, 40],
  [480, 25],
] as const

/**
 * Of an offer's page, as WebP without metadata: as wide as a phone's screen has pixels, and no more than `MOST_SMALL_BYTES`.
 * Null when it cannot be decoded.
 */
export async function smallPicture(original: Buffer): Promise<Buffer | null> {
  for (const [side, quality] of SMALL_SIZES) {
    const picture = await sharp(original, OPTIONS)
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer()
      .catch(() => null)
    if (!picture || picture.length <= MOST_SMALL_BYTES) return picture
  }
  return null
}
