/** Copies of pictures that are shown: upright, and without what a camera writes beside the picture. */
import sharp from 'sharp'
import { FILE_TYPES, type FileType } from '../../core/files.ts'

/** Wide enough for a desk's screen, and some 200 KB instead of a phone's 5 MB. */
const VIEW_PIXELS = 1600
/** More is refused before it is unpacked: a small file can hold a huge empty picture. */
const OPTIONS = { limitInputPixels: 120_000_000, failOn: 'error' } as const

// the processor is the requests': one picture at a time, on one thread
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
    // broken data may still be read by somebody
    return true
  }
}

/** Whether a picture says where it was taken; what is no picture, or cannot be read as one, does not. */
export async function tellsPlace(path: string, type: FileType): Promise<boolean> {
  if (!FILE_TYPES[type].isPicture) return false
  const found = await sharp(path, OPTIONS)
    .metadata()
    .catch(() => null)
  if (!found) return false
  return (found.exif !== undefined && hasGps(found.exif)) || /gps/i.test(found.xmp?.toString('latin1') ?? '')
}

export type Copy = 'view' | 'placeless'

/** Null when it cannot be drawn. */
export async function copyOf(original: Buffer, copy: Copy): Promise<Buffer | null> {
  // sharp writes no metadata unless told to
  const upright = sharp(original, OPTIONS).autoOrient()
  const small = { width: VIEW_PIXELS, height: VIEW_PIXELS, fit: 'inside', withoutEnlargement: true } as const
  const drawn = copy === 'view' ? upright.resize(small).webp({ quality: 80 }) : upright
  return drawn.toBuffer().catch(() => null)
}
