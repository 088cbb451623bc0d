// Readable by every Node.js that knows modules, to tell the ones that are too old.
const { node } = process.versions
const [major, minor] = node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Amanat needs Node.js 20.19 or newer, and this is ${node}. See https://nodejs.org`)
  process.exit(1)
}
