// messages/*.json → messages/compiled: one function per message, with types when they are asked for.
import { hashOf, isFresh, rebuild } from './build-cache.mjs'
import { inRoot, timed } from './run.mjs'

const MESSAGES = 'messages/compiled/messages.js'
const TYPES = 'messages/compiled/messages.d.ts'

/** The types take longer than the rest, and only the compiler and an editor read them. */
export async function compileMessages({ types = false } = {}) {
  const hash = hashOf([
    'messages/en.json',
    'messages/hi.json',
    'project.inlang/settings.json',
    'package-lock.json',
  ])
  if (isFresh('messages-typed', hash, MESSAGES, TYPES)) return
  if (!types && isFresh('messages', hash, MESSAGES)) return
  await rebuild(types ? 'messages-typed' : 'messages', hash, () =>
    timed('Compiling the messages', () => compile(types)),
  )
}

async function compile(emitTsDeclarations) {
  const paraglide = await import('@inlang/paraglide-js')
  await paraglide.compile({
    project: inRoot('project.inlang'),
    outdir: inRoot('messages', 'compiled'),
    strategy: ['url', 'baseLocale'],
    emitTsDeclarations,
    emitGitIgnore: false,
    emitPrettierIgnore: false,
  })
}
