import { describe, expect, it } from 'vitest'
import { dealLink, readShareLink, shareLink, shortLink, verifyPage } from './links.ts'

const PK = 'aB3_-fghijklmnopqrstuv12'
const HOST = 'amanat.test:4390'
const OURS = `http://${HOST}`

describe('a pasted link of our own', () => {
  it.each([
    [PK, null],
    [`  ${PK}\n`, null],
    [shareLink(OURS, 'shopping', PK), 'shopping'],
    [shareLink(OURS, 'services', PK), 'services'],
    [`https://${HOST}/api/transactions/services?form_pk=${PK}`, 'services'],
    [`${HOST}/api/transactions/shopping/?form_pk=${PK}&utm_source=chat`, 'shopping'],
    [dealLink(OURS, 'en', PK), null],
    [dealLink(`${OURS}/`, 'hi', PK), null],
    [shortLink(OURS, PK), null],
    [`${shortLink(`${OURS}/`, PK)}/`, null],
    [verifyPage(OURS, 'en', PK), null],
    [verifyPage(`${OURS}/`, 'hi', PK), null],
    [` ${OURS.toUpperCase()}/deals/${PK}?utm_source=chat#news `, null],
  ])('%j is read', (pasted, track) => {
    expect(readShareLink(pasted, HOST)).toEqual({ track, formPk: PK })
  })
})

describe('anything else', () => {
  it.each([
    '',
    'hello',
    PK.slice(1),
    `${PK}x`,
    'javascript:alert(1)',
    `javascript:alert(1)//${HOST}/api/transactions/shopping/?form_pk=${PK}`,
    `javascript://${HOST}/deals/${PK}`,
    `javascript://${HOST}/api/transactions/shopping/?form_pk=${PK}`,
    `ftp://${HOST}/deals/${PK}`,
    `data:text/html,${PK}`,
    `//evil.example/api/transactions/shopping/?form_pk=${PK}`,
    `https://evil.example/api/transactions/shopping/?form_pk=${PK}`,
    `https://${HOST}.evil.example/api/transactions/shopping/?form_pk=${PK}`,
    `https://amanat.test/api/transactions/shopping/?form_pk=${PK}`,
    `https://${HOST}@evil.example/api/transactions/shopping/?form_pk=${PK}`,
    `https://user:pass@${HOST}/api/transactions/shopping/?form_pk=${PK}`,
    `${OURS}/api/transactions/gifts/?form_pk=${PK}`,
    `${OURS}/api/transactions/shopping/?form_pk=../admin`,
    `${OURS}/login?next=https://evil.example&form_pk=${PK}`,
    `${OURS}/deals/${PK}/accept`,
    `${OURS}/deals/`,
    `${OURS}/d/`,
    `${OURS}/d/${PK}/accept`,
    `${OURS}/verify`,
    `${OURS}/verify?code=javascript:alert(1)`,
    `https://evil.example/verify?code=${PK}`,
  ])('%j is not', (pasted) => {
    expect(readShareLink(pasted, HOST)).toBeNull()
  })
})
