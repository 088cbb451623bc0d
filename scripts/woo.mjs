// Packs the plugin of integrations/woocommerce as WordPress takes it: build/amanat-woocommerce.zip
import { createWriteStream, mkdirSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { prepare, runCommand } from './lib/command.mjs'

const FOLDER = 'integrations/woocommerce'
const ARCHIVE = 'build/amanat-woocommerce.zip'
const OPTIONS = { mtime: new Date('2026-01-01T00:00:00Z'), mode: 0o100644 }

runCommand(async () => {
  await prepare(async () => {}, { development: false })
  const { ZipFile } = await import('yazl')
  mkdirSync('build', { recursive: true })
  const zip = new ZipFile()
  for (const name of ['amanat.php', 'README.md']) zip.addFile(`${FOLDER}/${name}`, `amanat/${name}`, OPTIONS)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(ARCHIVE))
  console.log(ARCHIVE)
})
