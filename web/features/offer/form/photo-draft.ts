/**
 * Photos of a half-filled form, beside its text (draft.ts): after a reload they are there again. Session storage takes no
 * files, so they are in IndexedDB, under a name that this tab alone knows; a day later, and with the session, they go.
 */
import { useEffect, useRef, useState } from 'react'
import { errorWords } from '#web/lib/api-error.ts'
import { PHOTO_DRAFTS } from '#web/lib/session.ts'
import { toast } from '#web/ui/toasts.tsx'

const STORE = 'photos'
const DAY_MS = 86_400_000
const TAB = 'draft:tab'

interface StoredPhotos {
  readonly at: number
  readonly files: readonly File[]
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function openStore(): Promise<IDBDatabase> {
  const request = indexedDB.open(PHOTO_DRAFTS, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return answerOf(request)
}

/** Undefined where the browser blocks or has no such storage: the form still works, without them after a reload. */
async function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => Promise<T>) {
  let database: IDBDatabase | undefined
  try {
    database = await openStore()
    return await use(database.transaction(STORE, mode).objectStore(STORE))
  } catch {
    return undefined
  } finally {
    // an open one would keep the sign-out from deleting it
    database?.close()
  }
}

/** Another tab has another form, as it has with the text. */
function nameInTab(draft: string): string | null {
  try {
    const tab = sessionStorage.getItem(TAB) ?? crypto.randomUUID()
    sessionStorage.setItem(TAB, tab)
    return `${tab}:${draft}`
  } catch {
    return null
  }
}

async function read(name: string): Promise<readonly File[]> {
  const stored = await inStore('readonly', (store) =>
    answerOf(store.get(name) as IDBRequest<StoredPhotos | undefined>),
  )
  return stored?.files ?? []
}

const write = (name: string, files: readonly File[]) =>
  inStore('readwrite', async (store) => {
    const [names, all] = await Promise.all([
      answerOf(store.getAllKeys()),
      answerOf(store.getAll() as IDBRequest<StoredPhotos[]>),
    ])
    for (const [at, key] of names.entries()) if ((all[at]?.at ?? 0) < Date.now() - DAY_MS) store.delete(key)
    if (files.length === 0) await answerOf(store.delete(name))
    else await answerOf(store.put({ at: Date.now(), files } satisfies StoredPhotos, name))
  })

/** Sends them; what they belong to is made all the same, and says that they are missing. */
export async function tryPhotos(
  photos: readonly File[],
  unsent: () => string,
  send: () => Promise<void>,
): Promise<void> {
  if (photos.length === 0) return
  await send().catch((error: unknown) => toast(`${unsent()} ${errorWords(error)}`, 'stop'))
}

/** The photos that are chosen, stored with each change. */
export function usePhotoDraft(draft: string) {
  const [photos, setPhotos] = useState<readonly File[]>([])
  const hasChosen = useRef(false)
  useEffect(() => {
    const name = nameInTab(draft)
    if (name === null) return
    void read(name).then((files) => {
      // what was chosen while they were read is what counts
      if (!hasChosen.current && files.length > 0) setPhotos(files)
    })
  }, [draft])
  const change = (files: readonly File[]): void => {
    hasChosen.current = true
    setPhotos(files)
    const name = nameInTab(draft)
    if (name !== null) void write(name, files)
  }
  return [photos, change] as const
}
