// `node scripts/icons.mjs`: public/icons/*.png out of public/favicon.svg. Run by hand when the picture changes; the
// pictures are committed, so that a build needs no drawing.
import { mkdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'

const svg = readFileSync(new URL('../public/favicon.svg', import.meta.url), 'utf8')
const folder = new URL('../public/icons/', import.meta.url).pathname
mkdirSync(folder, { recursive: true })

const draw = (text, size, name) =>
  sharp(Buffer.from(text), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(`${folder}${name}`)

/** A launcher cuts a circle of 80% out of it: the picture inside that, the ground up to the edges. */
const maskable = svg
  .replace(
    /<rect[^>]*fill="([^"]+)"[^>]*\/>/,
    '<rect width="32" height="32" fill="$1"/><g transform="translate(4 4) scale(.75)">',
  )
  .replace('</svg>', '</g></svg>')

await Promise.all([
  draw(svg, 192, 'icon-192.png'),
  draw(svg, 512, 'icon-512.png'),
  draw(maskable, 192, 'maskable-192.png'),
  draw(maskable, 512, 'maskable-512.png'),
  // iOS rounds the corners itself and wants no transparent ones
  draw(maskable, 180, 'apple-touch-icon.png'),
])
