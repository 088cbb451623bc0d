/**
 * Where a program of ours may connect to on a stranger's behalf: public addresses, and those that the operator allows.
 * A name is resolved once, and the connection goes to the address that was checked: a second look-up may answer another.
 */
import { lookup as dnsLookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** What is not the public internet (IANA's special-purpose registry), or does not belong to one receiver. */
const CLOSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Of the global addresses; all others of version 6 are closed, those that hold one of version 4 too. */
const CLOSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const closed = blockList([...CLOSED_V4, ...CLOSED_V6])
const globalV6 = blockList(['2000::/3'])

export function isOpenAddress(address: string, allowed: readonly string[] = []): boolean {
  const version = isIP(address)
  if (version === 0) return false
  const family = version === 6 ? 'ipv6' : 'ipv4'
  if (blockList(allowed).check(address, family)) return true
  if (version === 6 && !globalV6.check(address, 'ipv6')) return false
  return !closed.check(address, family)
}

export type Lookup = (hostname: string) => Promise<readonly { readonly address: string }[]>

const lookupAll: Lookup = (hostname) => dnsLookup(hostname, { all: true, verbatim: true })

export interface AddressRules {
  readonly allowed: readonly string[]
  readonly lookup?: Lookup
}

/** The address to connect to; `refused` when all that the name stands for are closed, `unresolved` when it has none. */
export async function openAddressOf(
  hostname: string,
  { allowed, lookup = lookupAll }: AddressRules,
): Promise<{ address: string } | 'refused' | 'unresolved'> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses =
    isIP(literal) > 0 ? [{ address: literal }] : await lookup(hostname.replace(/\.$/, '')).catch(() => [])
  if (addresses.length === 0) return 'unresolved'
  const open = addresses.find(({ address }) => isOpenAddress(address, allowed))
  return open ? { address: open.address } : 'refused'
}
