import { describe, expect, test } from 'vitest'
import { isOpenAddress, openAddressOf } from './public-address.ts'

/** As they come out of a URL: the parser has turned other spellings into these already. */
const hostOf = (text: string): string => new URL(`http://${text}/`).hostname

describe('closed', () => {
  test.each([
    '127.0.0.1',
    '127.8.9.10',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '0',
    '10.0.0.5',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:db8::1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[fec0::1]',
  ])('%s', async (text) => {
    expect(await openAddressOf(hostOf(text), { allowed: [] })).toBe('refused')
  })
  test('what is no address', () => expect(isOpenAddress('localhost')).toBe(false))
})

describe('open', () => {
  test.each(['93.184.215.14', '8.8.8.8', '172.32.0.1', '[2606:4700::1111]'])('%s', async (text) => {
    const address = hostOf(text).replace(/[[\]]/g, '')
    expect(await openAddressOf(hostOf(text), { allowed: [] })).toEqual({ address })
  })
  test.each([['127.0.0.1'], ['127.0.0.0/8']])(
    '127.0.0.1 where %s is allowed, and no neighbour',
    (allowed) => {
      expect(isOpenAddress('127.0.0.1', [allowed])).toBe(true)
      expect(isOpenAddress('10.0.0.1', [allowed])).toBe(false)
      expect(isOpenAddress('::1', [allowed])).toBe(false)
    },
  )
})

describe('a name', () => {
  const lookup = (addresses: string[]) => async () => addresses.map((address) => ({ address }))
  test.each([
    [['10.0.0.1'], 'refused'],
    [['10.0.0.1', '::1'], 'refused'],
    [['10.0.0.1', '8.8.8.8'], { address: '8.8.8.8' }],
    [[], 'unresolved'],
  ])('that stands for %j: %j', async (addresses, expected) => {
    expect(await openAddressOf('shop.example', { allowed: [], lookup: lookup(addresses) })).toEqual(expected)
  })
  test('that nobody knows is unresolved', async () => {
    const failing = async () => Promise.reject(new Error('ENOTFOUND'))
    expect(await openAddressOf('shop.example', { allowed: [], lookup: failing })).toBe('unresolved')
  })
})
