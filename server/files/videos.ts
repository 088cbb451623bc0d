/** Copies of MP4 videos without the metadata of the camera: the place, the device, the time. */

/** Boxes that hold other boxes on the way to metadata (ISO/IEC 14496-12). */
const CONTAINERS: readonly string[] = ['moov', 'trak']
/** User data with QuickTime's ©xyz and 3GPP's loci, key and value pairs, and XMP. No player needs them. */
const METADATA: readonly string[] = ['udta', 'meta', 'uuid']

interface Mp4Box {
  readonly type: string
  readonly start: number
  /** Where what follows the header begins. */
  readonly content: number
  readonly end: number
}

/** Reads a box as players do: what is damaged or cut off ends with the file. Null when there is no room for one. */
function boxAt(bytes: Buffer, start: number, limit: number): Mp4Box | null {
  if (start + 8 > limit) return null
  const short = bytes.readUInt32BE(start)
  const isLong = short === 1 && start + 16 <= limit
  const content = start + (isLong ? 16 : 8)
  // 0: until the end
  const size = isLong ? Number(bytes.readBigUInt64BE(start + 8)) : short || limit - start
  const end = Math.min(Math.max(start + size, content), limit)
  return { type: bytes.toString('latin1', start + 4, start + 8), start, content, end }
}

function metadataBoxes(bytes: Buffer, from = 0, limit = bytes.length): Mp4Box[] {
  const boxes: Mp4Box[] = []
  for (let box = boxAt(bytes, from, limit); box; box = boxAt(bytes, box.end, limit)) {
    if (METADATA.includes(box.type)) boxes.push(box)
    if (CONTAINERS.includes(box.type)) boxes.push(...metadataBoxes(bytes, box.content, box.end))
  }
  return boxes
}

/** Whether a video carries metadata that may name a place. */
export const hasVideoMetadata = (bytes: Buffer): boolean => metadataBoxes(bytes).length > 0

/** The same video with its metadata blanked. Its length stays: tables inside it point at byte positions. */
export function withoutVideoMetadata(original: Buffer): Buffer {
  const bytes = Buffer.from(original)
  for (const { start, content, end } of metadataBoxes(bytes)) {
    bytes.write('free', start + 4, 'latin1')
    bytes.fill(0, content, end)
  }
  return bytes
}
