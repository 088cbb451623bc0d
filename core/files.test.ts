import { describe, expect, it } from 'vitest'
import { MAX_FILE_NAME, sanitizeFileName, typeOfContent, typeOfName } from './files.ts'

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
})
