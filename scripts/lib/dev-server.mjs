// The server while it is worked on: bundled and started again when a file that it is made of is saved.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, watch } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverBundle } from './build.mjs'
import { inRoot, root } from './run.mjs'

const FOLDERS = ['server', 'core', 'messages', 'content']
/** Editors save in several writes. */
const SETTLED_MS = 50
/** A browser's open stream must not hold up the restart. */
const STOP_MS = 500

const withSubfolders = (folder) => [
  folder,
  ...readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
]

export class DevServer {
  #bundler
  #watchers = []
  #sources = new Set()
  #compiles = false
  #child = null
  #work = Promise.resolve()
  #isQueued = false

  async start() {
    rmSync(inRoot('build', 'dev'), { recursive: true, force: true })
    const esbuild = await import('esbuild')
    this.#bundler = await esbuild.context({ ...serverBundle('dev'), metafile: true })
    await this.#restart()
  }

  /** Folder by folder: a recursive watch of Node.js on Linux loses a file once an editor has put a new one in its place. */
  #watch() {
    this.#stopWatching()
    this.#watchers = FOLDERS.flatMap(withSubfolders).map((folder) =>
      watch(inRoot(folder), (_event, name) => this.#onSaved(join(folder, name ?? ''))),
    )
  }

  #stopWatching() {
    for (const watcher of this.#watchers) watcher.close()
  }

  /** Saves that come during a restart are one more restart. */
  #onSaved(path) {
    const isRead = this.#sources.has(path) || /^(?:server\/.*\.sql|content\/.*\.(?:json|md))$/.test(path)
    // what does not compile has no list of its sources, and may want for a file that is new
    if ((this.#compiles && !isRead) || this.#isQueued) return
    this.#isQueued = true
    this.#work = this.#work.then(() => sleep(SETTLED_MS)).then(() => this.#restart())
  }

  async #restart() {
    this.#isQueued = false
    // before the files are read, and anew each time: folders come and go
    this.#watch()
    // what does not compile is reported by esbuild, and leaves the last server running
    const result = await this.#bundler.rebuild().catch(() => null)
    this.#compiles = result !== null
    if (!result) return
    this.#sources = new Set(Object.keys(result.metafile.inputs))
    await this.#end()
    const args = ['--enable-source-maps', inRoot('build', 'dev', 'main.js'), '--no-pages']
    this.#child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  }

  async #end() {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await ended
    clearTimeout(limit)
  }

  async stop() {
    this.#stopWatching()
    await this.#work
    await Promise.all([this.#end(), this.#bundler?.dispose()])
  }
}
