// What a pack must be, and which file is not. Two lists name every file's hash, and the second list is signed: whoever
// disagrees with both is the one that was changed.
import { createPublicKey, verify } from 'node:crypto'
import { checkChains } from './chain.mjs'
import { readPack } from './read.mjs'

const LISTS = ['manifest.json', 'SHA256SUMS', 'signature.json']
const NEEDED = ['README.txt', 'timeline.json', 'messages.json', 'files.json', 'payments.json']

/**
 * @param {string} file
 * @returns {Promise<{ problems: { file: string, what: string }[], summary: string[], signature: string, madeAt: string }>}
 */
export async function checkPack(file) {
  const failed = (problems) => ({ problems, summary: [], signature: '', madeAt: '' })
  let pack
  try {
    pack = await readPack(file)
  } catch (error) {
    return failed([{ file, what: `is not a ZIP that can be read (${error.message})` }])
  }
  const missing = [...LISTS, ...NEEDED].filter((name) => !pack.has(name))
  if (missing.length > 0) return failed(missing.map((name) => ({ file: name, what: 'is missing' })))
  const signature = readSignature(pack)
  const manifest = parse(pack.get('manifest.json').bytes)
  const problems = checkHashes(pack, manifest, signature.isGood)
  if (problems.length > 0) return failed(problems)
  const chains = checkChains(pack, manifest.deal)
  return {
    problems: chains.problems,
    summary: summaryOf(pack, { manifest, chains, signature }),
    signature: signature.key,
    madeAt: manifest.made_at,
  }
}

function summaryOf(pack, { manifest, chains, signature }) {
  return [
    `OK  ${pack.size} files, ${chains.events} events and ${chains.messages} messages, all as they were made.`,
    `    Deal ${manifest.deal}, made on ${manifest.made_at} for: ${manifest.made_for}.`,
    `    Signed by the key ${signature.key}`,
  ]
}

function checkHashes(pack, manifest, isSigned) {
  const sums = readSums(pack.get('SHA256SUMS').bytes)
  const listed = new Map((manifest?.files ?? []).map((entry) => [entry.path, entry.sha256]))
  const guilty = new Map()
  const blame = (name, what) => guilty.set(name, guilty.get(name) ?? what)
  const own = pack.get('manifest.json').sha256
  if (sums.get('manifest.json') !== own) {
    if (isSigned) blame('manifest.json', 'is not what was signed')
    else blame('SHA256SUMS', 'is not what was signed')
  }
  const names = new Set([...pack.keys(), ...sums.keys(), ...listed.keys()])
  for (const name of names) {
    if (LISTS.includes(name)) continue
    judge(
      { name, hash: pack.get(name)?.sha256, sum: sums.get(name), list: listed.get(name), isSigned },
      blame,
    )
  }
  if (!isSigned && guilty.size === 0) blame('signature.json', 'does not sign this SHA256SUMS')
  return [...guilty].map(([file, what]) => ({ file, what }))
}

/** A signed list is right, and of two lists that agree with a file the third is wrong. */
function judge({ name, hash, sum, list, isSigned }, blame) {
  if (hash === sum && hash === list) return
  if (hash !== undefined && hash === list) return blame('SHA256SUMS', `says another hash of ${name}`)
  if (hash !== undefined && hash === sum) return blame('manifest.json', `says another hash of ${name}`)
  // a name that one unsigned list alone knows is a slip of that list
  if (hash === undefined && list === undefined && !isSigned)
    return blame('SHA256SUMS', `names ${name}, which is not here`)
  if (hash === undefined && sum === undefined)
    return blame('manifest.json', `names ${name}, which is not here`)
  if (hash === undefined) return blame(name, 'is missing')
  if (sum === undefined && list === undefined) return blame(name, 'does not belong here')
  return blame(name, 'is not what was packed')
}

function readSums(bytes) {
  const lines = bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

/** Written in one way only, so that no other bytes mean the same. */
function readSignature(pack) {
  const text = pack.get('signature.json').bytes.toString('utf8')
  const { algorithm, key, signature } = parse(text) ?? {}
  const isPlain = text === JSON.stringify({ algorithm, key, signature })
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'hex'), format: 'der', type: 'spki' })
    const isHex = [key, signature].every((part) => /^[0-9a-f]+$/.test(part))
    const isRight = verify(null, pack.get('SHA256SUMS').bytes, publicKey, Buffer.from(signature, 'hex'))
    return { key, isGood: isPlain && isHex && isRight && algorithm === 'ed25519' }
  } catch {
    return { key, isGood: false }
  }
}

function parse(bytes) {
  try {
    return JSON.parse(String(bytes))
  } catch {
    return null
  }
}
