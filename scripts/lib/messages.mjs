// messages/*.json → messages/compiled: one function per message, with types when they are asked for.
import { hashOf, isFresh, rebuild } from './build-cache.mjs'
import { inRoot, timed } from './run.mjs'

const MESSAGES = 'messages/compiled/messages.js'
const TYPES = 'messages/compiled/messages.d.ts'

/**
 * Of the build and of the pages' dev server: another form from one of them would remove the files that the other reads.
 * @type {import('@inlang/paraglide-js').CompilerOptions}
 */
export const messageOptions = {
  project: inRoot('project.inlang'),
  outdir: inRoot('messages', 'compiled'),
  outputStructure: 'message-modules',
  strategy: ['url', 'baseLocale'],
  emitGitIgnore: false,
  emitPrettierIgnore: false,
}

/** The types take longer than the rest, and only the compiler and an editor read them. */
export async function compileMessages({ types = false } = {}) {
  const inputs = ['messages/en.json', 'messages/hi.json', 'project.inlang/settings.json', 'package-lock.json']
  const hash = hashOf(inputs, messageOptions.outputStructure)
  if (isFresh('messages-typed', hash, MESSAGES, TYPES)) return
  if (!types && isFresh('messages', hash, MESSAGES)) return
  await rebuild(types ? 'messages-typed' : 'messages', hash, () =>
    timed('Compiling the messages', () => compile(types)),
  )
}

async function compile(emitTsDeclarations) {
  const paraglide = await import('@inlang/paraglide-js')
  await paraglide.compile({ ...messageOptions, emitTsDeclarations })
}
