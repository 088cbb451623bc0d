import { describe, expect, it } from 'vitest'
import {
  dealLink,
  offerPage,
  pageLink,
  readOwnLink,
  shareLink,
  shortLink,
  verifyPage,
  webHost,
} from './links.ts'

const PK = 'aB3_-fghijklmnopqrstuv12'
const ID = '7HkAbC_-defghijklmnopqrs'
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
    expect(readOwnLink(pasted, OURS)).toEqual({ to: 'deal', track, formPk: PK })
  })
})

describe('a pasted link of an offer', () => {
  it.each([
    offerPage(OURS, ID),
    offerPage(OURS, ID, 'hi'),
    ` ${offerPage(`${OURS}/`, ID)}/?utm_source=bio#photo `,
    `${HOST}/o/${ID}`,
  ])('%j is read', (pasted) => {
    expect(readOwnLink(pasted, OURS)).toEqual({ to: 'offer', id: ID })
  })
})

describe('another address of our own', () => {
  it.each([
    [OURS, '/'],
    [`${OURS}/hi`, '/'],
    [pageLink(OURS, 'hi', '/account'), '/account'],
    [`${OURS}/about%20us/`, '/about%20us'],
    [`${OURS}/password/reset/confirm/MQ/abc-123`, '/password/reset/confirm/MQ/abc-123'],
    [pageLink(OURS, 'hi', '/complain/abc'), '/complain/abc'],
    [pageLink(OURS, 'en', '/link#not_me.abc'), '/link'],
    [pageLink(OURS, 'en', '/register?invited=Seller'), '/register'],
    [`${HOST}/login?next=https://evil.example&form_pk=${PK}`, '/login'],
    [`${OURS}/login?next=https://evil.example&form_pk=${PK}`, '/login'],
    [`${OURS}/deals/`, '/deals'],
    [`${OURS}/verify`, '/verify'],
    [`${OURS}/verify?code=javascript:alert(1)`, '/verify'],
    // of these the server says that there is no page
    [`${OURS}/x/deals/${PK}`, `/x/deals/${PK}`],
    [`${OURS}/x/verify?code=${PK}`, '/x/verify'],
    [`${OURS}/verify/x?code=${PK}`, '/verify/x'],
    [`${OURS}/x/api/transactions/shopping?form_pk=${PK}`, '/x/api/transactions/shopping'],
    [`${OURS}/history`, '/history'],
    [`${OURS}/@evil.example`, '/@evil.example'],
  ])('%j names no deal and no offer', (pasted, path) => {
    expect(readOwnLink(pasted, OURS)).toEqual({ to: 'page', path })
  })
})

describe('a site with encryption', () => {
  const SITE = 'https://amanat.example'
  it.each([`${SITE}/o/${ID}`, `amanat.example/o/${ID}`, `HTTPS://Amanat.Example:443/hi/o/${ID}`])(
    '%j is its own',
    (pasted) => {
      expect(readOwnLink(pasted, SITE)).toEqual({ to: 'offer', id: ID })
    },
  )
  it.each(
    [
      ...[
        'http://amanat.example',
        'http://amanat.example:443',
        `${SITE}:8443`,
        `${SITE}.`,
        `${SITE}@evil.example`,
      ],
      ...[
        'https://evil.example@amanat.example',
        'https://:x@amanat.example',
        'https://amanat.example%40evil.example',
      ],
      ...[
        'https://amanat.example.evil.example',
        'https://www.amanat.example',
        'https://amanat-example.evil.example',
      ],
      ...[
        'https://am\u0430nat.example',
        'https://xn--amnat-4ve.example',
        'https://evil.example\\@amanat.example',
      ],
      ...['https://amanat.example\\@evil.example', 'https:amanat.example', 'ftp://amanat.example'],
      ...['https://evil.example https://amanat.example', 'https://evil.example/https://amanat.example'],
      ...['https://evil.example/?u=https://amanat.example', 'https://evil.example#https://amanat.example'],
    ].flatMap((site) => [`${site}/o/${ID}`, `${site}/login`, `${site}/d/${PK}`]),
  )('%j is not', (pasted) => {
    expect(readOwnLink(pasted, SITE)).toBeNull()
  })
  it('is no second link behind its own', () => {
    for (const gap of [' ', '\n', '\u00a0'])
      expect(readOwnLink(`${SITE}/login?x=1${gap}https://evil.example`, SITE)).toBeNull()
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
    `${OURS}/deals/${PK}/accept`,
    `${OURS}/d/`,
    `${OURS}/o`,
    `${OURS}/hi/o/`,
    `${OURS}/o/${ID}/x`,
    `${OURS}/o/%2e%2e%2fadmin`,
    `${OURS}/api/links/${ID}/photos/abc`,
    `${OURS}/api/files/abc`,
    `${OURS}/d/${PK}/accept`,
    `https://evil.example/verify?code=${PK}`,
  ])('%j is not', (pasted) => {
    expect(readOwnLink(pasted, OURS)).toBeNull()
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
    `${OURS}/hi/d/${PK}`,
    `${OURS}/api/transactions/shopping/x?form_pk=${PK}`,
    `https://user@${HOST}/deals/${PK}`,
    `https://:pass@${HOST}/deals/${PK}`,
  ])('%s', (pasted) => {
    expect(readOwnLink(pasted, OURS)).toBeNull()
  })
})
