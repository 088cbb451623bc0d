// What a release is made of, from package-lock.json alone: a software bill of materials in CycloneDX 1.6, and the licences.

/** `node_modules/a/node_modules/@b/c` → `@b/c` */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Package URL: an @ of a scope is written %40. */
const purlOf = (name, version) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

/** Development packages that are a part of the built pages all the same. */
const IN_PAGES = [
  ...['@mantine/charts', '@mantine/core', '@mantine/hooks', '@react-router/node', '@simplewebauthn/browser'],
  ...['@tanstack/react-query', 'downshift', 'eventsource-parser', 'isbot', 'mantine-datatable', 'marked'],
  ...['react-day-picker', 'react-dom', 'react-router', 'recharts'],
]

/** Where `name` is installed for a package at `path`: beneath it, or beneath one of those that it is in. */
function installedFor(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[place] || at === '') return place
  }
}

/** The paths of these packages and of all that they need. */
function neededBy(packages, names) {
  const paths = new Set()
  const waiting = names.map((name) => `node_modules/${name}`)
  for (const path of waiting) {
    if (!packages[path] || paths.has(path)) continue
    paths.add(path)
    for (const name of Object.keys(packages[path].dependencies ?? {}))
      waiting.push(installedFor(packages, path, name))
  }
  return paths
}

/** The packages of an installation without development and of the built pages, each version once, by name. */
function packagesOf(lock) {
  const packages = new Map()
  const inPages = neededBy(lock.packages, IN_PAGES)
  for (const [path, { version, license, integrity, dev }] of Object.entries(lock.packages)) {
    if (path === '' || (dev && !inPages.has(path))) continue
    const name = nameOf(path)
    packages.set(purlOf(name, version), { name, version, license, integrity })
  }
  return [...packages]
    .map(([purl, details]) => ({ purl, ...details }))
    .sort((a, b) => (a.purl < b.purl ? -1 : 1))
}

/** An id of SPDX, an expression of them, or nothing where the package says nothing. */
function licencesOf(license) {
  if (!license) return []
  return /[\s()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]
}

/** `sha512-<base64>` as CycloneDX has it. */
function hashesOf(integrity = '') {
  return integrity
    .split(/\s+/)
    .filter((part) => part.startsWith('sha512-'))
    .map((part) => ({ alg: 'SHA-512', content: Buffer.from(part.slice(7), 'base64').toString('hex') }))
}

export const sbomOf = (lock, { name, version, license }, at) => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    timestamp: at.toISOString(),
    component: {
      type: 'application',
      'bom-ref': `pkg:npm/${name}@${version}`,
      name,
      version,
      licenses: [{ license: { id: license } }],
    },
  },
  components: packagesOf(lock).map((each) => ({
    type: 'library',
    'bom-ref': each.purl,
    name: each.name,
    version: each.version,
    purl: each.purl,
    licenses: licencesOf(each.license),
    hashes: hashesOf(each.integrity),
  })),
})

/** One line a licence with how many packages have it, then one a package. */
export function licenceList(lock) {
  const packages = packagesOf(lock)
  const counts = new Map()
  for (const { license = 'not stated' } of packages) counts.set(license, (counts.get(license) ?? 0) + 1)
  const summary = [...counts].sort((a, b) => b[1] - a[1]).map(([license, count]) => `${count}\t${license}`)
  const lines = packages.map(({ name, version, license = 'not stated' }) => `${name}@${version}\t${license}`)
  return `${[...summary, '', ...lines].join('\n')}\n`
}
