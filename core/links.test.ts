import { describe, expect, it } from 'vitest'
import {
  dealLink,
  offerPage,
  pageLink,
  readShareLink,
  shareLink,
  shortLink,
  verifyPage,
  webHost,
} from './links.ts'

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

describe('links are made', () => {
  it.each([OURS, `${OURS}/`])('from %s without a second slash', (publicUrl) => {
    expect([
      shareLink(publicUrl, 'services', PK),
      shortLink(publicUrl, PK),
      dealLink(publicUrl, 'en', PK),
      dealLink(publicUrl, 'hi', PK),
      offerPage(publicUrl, 'abc'),
      offerPage(publicUrl, 'abc', 'hi'),
      pageLink(publicUrl, 'hi', '/account'),
      verifyPage(publicUrl, 'en'),
      verifyPage(publicUrl, 'hi', PK),
    ]).toEqual([
      `${OURS}/api/transactions/services/?form_pk=${PK}`,
      `${OURS}/d/${PK}`,
      `${OURS}/deals/${PK}`,
      `${OURS}/hi/deals/${PK}`,
      `${OURS}/o/abc`,
      `${OURS}/hi/o/abc`,
      `${OURS}/hi/account`,
      `${OURS}/verify`,
      `${OURS}/hi/verify?code=${PK}`,
    ])
  })
})

describe('the host of an address that somebody wrote', () => {
  it.each([
    ['https://shop.example/x?y=1', 'shop.example'],
    ['HTTP://Shop.Example:8080', 'shop.example:8080'],
    ['shop.example', null],
    ['xhttps://shop.example', null],
    ['ftp://shop.example', null],
    ['https://localhost', null],
    ['https://shop .example', null],
    ['https://shop.example/a b', null],
    ['https://shop.example\\@evil.example', null],
    ['https://user@shop.example', null],
    ['https://:pass@shop.example', null],
    ['https://[', null],
    ['https://', null],
  ])('%s: %s', (text, host) => {
    expect(webHost(text)).toBe(host)
  })
})

describe('a page that only looks like one of ours', () => {
  it.each([
    `${OURS}/x/deals/${PK}`,
    `${OURS}/hi/d/${PK}`,
    `${OURS}/x/verify?code=${PK}`,
    `${OURS}/verify/x?code=${PK}`,
    `${OURS}/x/api/transactions/shopping?form_pk=${PK}`,
    `${OURS}/api/transactions/shopping/x?form_pk=${PK}`,
    `https://user@${HOST}/deals/${PK}`,
    `https://:pass@${HOST}/deals/${PK}`,
  ])('%s', (pasted) => {
    expect(readShareLink(pasted, HOST)).toBeNull()
  })
})
