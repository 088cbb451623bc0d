/** What a file of a deal may be. The server judges by it; the web form warns by it before it sends. */
import { Refusal, type RefusalCode } from './errors.ts'

import { DAY_MS } from './time.ts'

export const MAX_FILE_BYTES = 25 * 1024 * 1024
/** Of each side of a deal: the payer, the payee, the team. */
export const MAX_FILES_A_SIDE = 20
/** How long a file that was uploaded for a form can be sent with it. After that it counts for nothing. */
export const DRAFT_FILE_MS = DAY_MS
/** How long its bytes are stored where it was not sent: some time longer, so that none that is being sent is erased. */
export const UNSENT_FILE_MS = 3 * DAY_MS
export const MAX_FILE_NAME = 120

/** How much may still be added, and what is said to more. */
export interface UploadRoom {
  readonly files: number
  readonly bytes: number
  readonly refusal: RefusalCode
}
type Uploads = Pick<UploadRoom, 'files' | 'bytes'>

/** Of each side while nobody has paid: a deal costs nothing then, and the disk is everybody's. */
const UNFUNDED_UPLOADS: Uploads = { files: 10, bytes: 20 * 1024 * 1024 }
const FUNDED_UPLOADS: Uploads = { files: MAX_FILES_A_SIDE, bytes: MAX_FILES_A_SIDE * MAX_FILE_BYTES }
/** Of one account in 24 hours, over all its deals. */
export const DAILY_UPLOADS: Uploads = { files: 60, bytes: 300 * 1024 * 1024 }

/** The kind of a picture of the goods, or of what work is about: part of an offer's terms. */
export const ITEM_PHOTO = 'item_photo'
export const MAX_ITEM_PHOTOS = 8
const PHOTO_BYTES = 64 * 1024 * 1024
/**
 * Of one offer, with those that others took the place of; its terms name at most `MAX_ITEM_PHOTOS`. Beside the files of
 * a deal that is agreed: whoever describes well has no less room for proof.
 */
const PHOTO_UPLOADS: Uploads = { files: 2 * MAX_ITEM_PHOTOS, bytes: 2 * PHOTO_BYTES }
/** Of an invitation or a request, where none takes the place of another. */
const WAITING_UPLOADS: Uploads = { files: MAX_ITEM_PHOTOS, bytes: PHOTO_BYTES }

const roomOf = (quota: Uploads, used: Uploads, refusal: RefusalCode): UploadRoom => ({
  files: quota.files - used.files,
  bytes: quota.bytes - used.bytes,
  refusal,
})

/** What one side of a running deal may still add, by deal and by day. */
export function uploadRooms(isFunded: boolean, side: Uploads, today: Uploads): UploadRoom[] {
  const ofDeal = isFunded
    ? roomOf(FUNDED_UPLOADS, side, 'limit_reached')
    : roomOf(UNFUNDED_UPLOADS, side, 'uploads_unfunded')
  return [ofDeal, roomOf(DAILY_UPLOADS, today, 'uploads_today')]
}

/** What the maker of an open offer may still add to it. */
export const photoRooms = (used: Uploads, today: Uploads): UploadRoom[] => [
  roomOf(PHOTO_UPLOADS, used, 'limit_reached'),
  roomOf(DAILY_UPLOADS, today, 'uploads_today'),
]

/** What may still be added to an offer that waits for its other side. */
export const waitingRooms = (used: Uploads, today: Uploads): UploadRoom[] => [
  roomOf(WAITING_UPLOADS, used, 'limit_reached'),
  roomOf(DAILY_UPLOADS, today, 'uploads_today'),
]

/** Throws the refusal of the first room that these do not fit into. */
export function refuseOver(rooms: readonly UploadRoom[], { files, bytes }: Uploads): void {
  for (const room of rooms) if (files > room.files || bytes > room.bytes) throw new Refusal(room.refusal)
}

/** What an event of a deal stands on: the files of a delivery, a complaint or an answer. Both sides keep them. */
export const namedFiles = (data: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(data.file_ids) ? data.file_ids.map(String) : []

export const FILE_TYPES = {
  jpg: { mime: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'], isPicture: true },
  png: { mime: 'image/png', extensions: ['png'], isPicture: true },
  webp: { mime: 'image/webp', extensions: ['webp'], isPicture: true },
  pdf: { mime: 'application/pdf', extensions: ['pdf'], isPicture: false },
  mp4: { mime: 'video/mp4', extensions: ['mp4'], isPicture: false },
  txt: { mime: 'text/plain', extensions: ['txt'], isPicture: false },
  zip: { mime: 'application/zip', extensions: ['zip'], isPicture: false },
} as const
export type FileType = keyof typeof FILE_TYPES
const TYPES = Object.keys(FILE_TYPES) as FileType[]

/** For a file field's `accept`. */
export const ACCEPTED_FILES = TYPES.flatMap((type) =>
  FILE_TYPES[type].extensions.map((extension) => `.${extension}`),
)

/** As many bytes of a file's beginning as `typeOfContent` looks at. */
export const HEAD_BYTES = 16

const MP4_BRANDS = /^(?:iso[m2-9]|mp4[12]|mp71|avc1|M4V |MSNV|dash|mmp4)$/

/** By its first bytes; null for what is not one of the kinds that have a mark (plain text has none). */
export function typeOfContent(head: Uint8Array): Exclude<FileType, 'txt'> | null {
  const text = Array.from(head.subarray(0, HEAD_BYTES), (byte) => String.fromCharCode(byte)).join('')
  if (text.startsWith('\xff\xd8\xff')) return 'jpg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.startsWith('%PDF-')) return 'pdf'
  if (text.slice(4, 8) === 'ftyp' && MP4_BRANDS.test(text.slice(8, 12))) return 'mp4'
  if (text.startsWith('PK\x03\x04') || text.startsWith('PK\x05\x06')) return 'zip'
  return null
}

/** By the last part of its name. */
export function typeOfName(name: string): FileType | null {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return TYPES.find((type) => (FILE_TYPES[type].extensions as readonly string[]).includes(extension)) ?? null
}

/** Of pictures, HEIC too: phones and messengers make another kind of them and leave the name as it was. */
const PICTURE_ENDING = /\.(?:jpe?g|jfif|png|webp|hei[cf])$/i

/** Whether a file of this name may be one that is taken; what is in it decides. */
export const hasKnownEnding = (name: string): boolean =>
  typeOfName(name) !== null || PICTURE_ENDING.test(name)

/** The name under which content of this type is kept: a picture's has its own ending. Null where the name says that it is something else. */
export function nameOfContent(name: string, type: FileType): string | null {
  if (typeOfName(name) === type) return name
  const { isPicture, extensions } = FILE_TYPES[type]
  return isPicture && PICTURE_ENDING.test(name) ? name.replace(PICTURE_ENDING, `.${extensions[0]}`) : null
}

// Control characters, and those that turn the direction of writing: `photo<RLO>gpj.exe` reads as `photoexe.jpg`.
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
// Joiners are letters' parts in Indian scripts.
const isJoiner = (text: string): boolean => text === '\u200c' || text === '\u200d'

/** A name as it is stored and shown: no folders, no invisible characters; a long one is cut before its extension. */
export function sanitizeFileName(name: string): string {
  const last = name.split(/[\\/]/).pop() ?? ''
  const visible = last
    .normalize('NFC')
    .replace(INVISIBLE_CHARACTERS, (text) => (isJoiner(text) ? text : ''))
    .trim()
  const letters = [...visible]
  if (letters.length <= MAX_FILE_NAME) return visible
  const ending = /\.[a-z0-9]{1,5}$/i.exec(visible)?.[0] ?? ''
  return letters.slice(0, MAX_FILE_NAME - ending.length).join('') + ending
}
