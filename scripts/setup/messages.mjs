// messages/*.json → messages/compiled: one function per message, with types when they are asked for.
import { inRoot } from './paths.mjs'
import { timed } from './run.mjs'
import { hashOf, isFresh, stamped } from './stamp.mjs'

const made = 'messages/compiled/messages.js'

/** The types take longer than the rest, and only the compiler and an editor read them. */
export async function compileMessages({ types = false } = {}) {
  const hash = hashOf([
    'messages/en.json',
    'messages/hi.json',
    'project.inlang/settings.json',
    'package-lock.json',
  ])
  if (isFresh('messages-typed', hash, made, 'messages/compiled/messages.d.ts')) return
  if (!types && isFresh('messages', hash, made)) return
  await stamped(types ? 'messages-typed' : 'messages', hash, () =>
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
