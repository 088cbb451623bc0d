import { useSyncExternalStore } from 'react'
import { onSession, readSession, type Session } from './session.ts'

/** Who is signed in, kept up to date with other tabs. Null while the shell is drawn at build. */
export const useSession = (): Session | null => useSyncExternalStore(onSession, readSession, () => null)
