import { describe, expect, it } from 'vitest'
import {
  ACCEPTED_FILES,
  FILE_TYPES,
  HEAD_BYTES,
  hasKnownEnding,
  MAX_FILE_BYTES,
  MAX_FILE_NAME,
  MAX_FILES_A_SIDE,
  MAX_ITEM_PHOTOS,
  nameOfContent,
  photoRooms,
  refuseOver,
  sanitizeFileName,
  typeOfContent,
  typeOfName,
  uploadRooms,
  waitingRooms,
} from './files.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

describe('by content', () => {
  it.each([
    ['\xff\xd8\xff\xe1', 'jpg'],
    ['\xff\xd8', null],
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['\x89PNG\n\x1a\n', null],
    ['RIFF\x00\x00\x00\x00WEBP', 'webp'],
    ['RIFF\x00\x00\x00\x00WAVE', null],
    ['%PDF-1.4', 'pdf'],
    [' %PDF-1.4', null],
    ['\0\0\0\x18ftypmp42', 'mp4'],
    ['\0\0\0\x18ftypM4V ', 'mp4'],
    ['\0\0\0\x18ftypheic', null],
    ['\0\0\0\x18ftypavif', null],
    ...['isom', 'iso2', 'iso9', 'mp41', 'mp71', 'avc1', 'MSNV', 'dash', 'mmp4'].map(
      (brand): [string, string] => [`\0\0\0\x18ftyp${brand}`, 'mp4'],
    ),
    ['\0\0\0\x18ftypiso1', null],
    ['\0\0\0\x18moovisom', null],
    ['ftypisom', null],
    ['RIFX\x00\x00\x00\x00WEBP', null],
    ['\x00\xff\xd8\xff', null],
    ['\x00\x89PNG\r\n\x1a\n', null],
    ['\x00PK\x03\x04', null],
    ['PK\x03\x04', 'zip'],
    ['PK\x05\x06', 'zip'],
    ['PK\x07\x08', null],
    ['GIF89a', null],
    ['<svg', null],
    ['plain', null],
    ['', null],
  ])('%j: %s', (head, type) => {
    expect(typeOfContent(bytes(head))).toBe(type)
  })
})

describe('by name', () => {
  it.each([
    ['a.JPG', 'jpg'],
    ['a.jpeg', 'jpg'],
    ['a.b.zip', 'zip'],
    ['.txt', 'txt'],
    ['a.txt.', null],
    ['a.txt ', null],
    ['txt', null],
    ['a.svg', null],
    ['a.docx', null],
  ])('%j: %s', (name, type) => {
    expect(typeOfName(name)).toBe(type)
  })
})

describe('the name that content is kept under', () => {
  it.each([
    ['a.JPG', 'jpg', 'a.JPG'],
    ['a.jfif', 'jpg', 'a.jfif'],
    ['shot.jpg', 'png', 'shot.png'],
    ['shot.jpeg', 'webp', 'shot.webp'],
    ['IMG_1.HEIC', 'jpg', 'IMG_1.jpg'],
    ['a.heif', 'jpg', 'a.jpg'],
    ['a.jpg.png', 'jpg', 'a.jpg.jpg'],
    ['a.b.zip', 'zip', 'a.b.zip'],
    ['a.jpg', 'pdf', null],
    ['a.heic', 'pdf', null],
    ['a.heic', 'txt', null],
    ['a.pdf', 'jpg', null],
    ['a.txt', 'png', null],
    ['a.mp4', 'zip', null],
    ['a.jpg.exe', 'jpg', null],
    ['jpg', 'jpg', null],
    ['.heic', 'jpg', '.jpg'],
    ['', 'txt', null],
  ] as const)('%j of %s: %j', (name, type, answer) => {
    expect(nameOfContent(name, type)).toBe(answer)
    if (answer !== null) expect(hasKnownEnding(name)).toBe(true)
  })
  it.each(['a.heic', 'a.HEIF', 'a.jfif', 'a.txt'])('%s may be something that is taken', (name) => {
    expect(hasKnownEnding(name)).toBe(true)
  })
  it.each(['a.svg', 'a.gif', 'a.heics', 'heic', 'a.heic '])('%j is nothing that is taken', (name) => {
    expect(hasKnownEnding(name)).toBe(false)
  })
})

describe('a name', () => {
  it.each([
    ['C:\\Users\\a\\bill.pdf', 'bill.pdf'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['a\u0000b\n.txt', 'ab.txt'],
    ['  a.txt ', 'a.txt'],
    ['क्‍षमा.pdf', 'क्‍षमा.pdf'],
    ['📦 बिल.jpg', '📦 बिल.jpg'],
    ['', ''],
  ])('%j is name as %j', (given, name) => {
    expect(sanitizeFileName(given)).toBe(name)
  })
  it('that is too long keeps its ending', () => {
    const name = sanitizeFileName(`${'📦'.repeat(300)}.webp`)
    expect([...name]).toHaveLength(MAX_FILE_NAME)
    expect(name.endsWith('.webp')).toBe(true)
  })
  it.each([
    ['fits exactly', `${'x'.repeat(116)}.pdf`, `${'x'.repeat(116)}.pdf`],
    ['is a sign too long', `${'x'.repeat(117)}.pdf`, `${'x'.repeat(116)}.pdf`],
    ['has no ending', 'x'.repeat(121), 'x'.repeat(120)],
    ['has an ending of six letters, which is none', `${'x'.repeat(120)}.abcdef`, 'x'.repeat(120)],
    ['ends in a dot', `${'x'.repeat(120)}.`, 'x'.repeat(120)],
    ['has capitals for its ending', `${'x'.repeat(120)}.JPG`, `${'x'.repeat(116)}.JPG`],
    ['has a dot in it', `${'x'.repeat(60)}.pdf ${'y'.repeat(60)}`, `${'x'.repeat(60)}.pdf ${'y'.repeat(55)}`],
    ['is of separate letters and marks', 'e\u0301.txt', '\u00e9.txt'],
    ['has lines and zones in it', 'a\u2028b\u2029c\ud800.txt', 'abc.txt'],
    ['joins letters', 'क\u200dष\u200c.pdf', 'क\u200dष\u200c.pdf'],
  ])('that %s', (_, given, name) => expect(sanitizeFileName(given)).toBe(name))
})

describe('what is taken', () => {
  it('is 25 MB a file, and twenty files of each side', () => {
    expect([MAX_FILE_BYTES, MAX_FILES_A_SIDE, MAX_FILE_NAME]).toEqual([26_214_400, 20, 120])
  })
  it('is looked at by its first sixteen bytes', () => {
    expect(HEAD_BYTES).toBe(16)
    expect(typeOfContent(bytes(`%PDF-${'x'.repeat(100)}`))).toBe('pdf')
  })
  it('is offered by a file field', () => {
    expect(ACCEPTED_FILES).toEqual([
      '.jpg',
      '.jpeg',
      '.jfif',
      '.png',
      '.webp',
      '.pdf',
      '.mp4',
      '.txt',
      '.zip',
    ])
  })
  it('is served as what it is; pictures alone are shown', () => {
    const served = Object.values(FILE_TYPES).map(
      ({ mime, isPicture }) => `${mime}${isPicture ? ', shown' : ''}`,
    )
    expect(served).toEqual([
      'image/jpeg, shown',
      'image/png, shown',
      'image/webp, shown',
      'application/pdf',
      'video/mp4',
      'text/plain',
      'application/zip',
    ])
  })
})

describe('room for more', () => {
  const MB = 1024 * 1024
  const none = { files: 0, bytes: 0 }
  const used = { files: 3, bytes: 5 * MB }
  it('of a deal that nobody has paid: ten files, 20 MB', () => {
    expect(uploadRooms(false, used, none)).toEqual([
      { files: 7, bytes: 15 * MB, refusal: 'uploads_unfunded' },
      { files: 60, bytes: 300 * MB, refusal: 'uploads_today' },
    ])
  })
  it('of a paid one: twenty files as large as any, and what the day leaves', () => {
    expect(uploadRooms(true, used, { files: 50, bytes: 299 * MB })).toEqual([
      { files: 17, bytes: 495 * MB, refusal: 'limit_reached' },
      { files: 10, bytes: MB, refusal: 'uploads_today' },
    ])
  })
  it('of an offer: eight photos, each of which can give way once, 128 MB', () => {
    expect(photoRooms({ files: 1, bytes: MB }, used)).toEqual([
      { files: 2 * MAX_ITEM_PHOTOS - 1, bytes: 127 * MB, refusal: 'limit_reached' },
      { files: 57, bytes: 295 * MB, refusal: 'uploads_today' },
    ])
  })
  it('of an offer that waits for its other side: eight photos, 64 MB', () => {
    expect(waitingRooms({ files: 1, bytes: MB }, used)).toEqual([
      { files: MAX_ITEM_PHOTOS - 1, bytes: 63 * MB, refusal: 'limit_reached' },
      { files: 57, bytes: 295 * MB, refusal: 'uploads_today' },
    ])
  })

  const rooms = [
    { files: 2, bytes: 10, refusal: 'limit_reached' },
    { files: 1, bytes: 20, refusal: 'uploads_today' },
  ] as const
  it.each([
    [{ files: 1, bytes: 10 }, null],
    [{ files: 2, bytes: 10 }, 'uploads_today'],
    [{ files: 3, bytes: 1 }, 'limit_reached'],
    [{ files: 1, bytes: 11 }, 'limit_reached'],
    [{ files: 0, bytes: 0 }, null],
  ])('%j: %s', (more, code) => {
    const attempt = () => refuseOver(rooms, more)
    if (code === null) expect(attempt).not.toThrow()
    else expect(attempt).toThrow(expect.objectContaining({ code }))
  })
})
