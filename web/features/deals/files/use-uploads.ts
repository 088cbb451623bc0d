import { useState } from 'react'
import type { DealFile } from '../../../../core/contract/deals.ts'
import { newKey } from '../../../lib/api.ts'
import { errorWords } from '../../../lib/api-error.ts'
import { problemOfFile, upload } from './upload.ts'

export interface Upload {
  readonly key: string
  readonly name: string
  readonly percent: number
  readonly kept: DealFile | null
  readonly problem: string | null
}

/** Files on their way, and those that arrived. `onKept` gets the ids of all that have. */
export function useUploads(formPk: string, onKept: (ids: string[]) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const change = (key: string, part: Partial<Upload>) =>
    setUploads((before) => {
      const next = before.map((one) => (one.key === key ? { ...one, ...part } : one))
      if (part.kept) queueMicrotask(() => onKept(idsOf(next)))
      return next
    })

  const add = async (files: readonly File[], kind: string) => {
    for (const file of files) {
      const key = newKey()
      const problem = problemOfFile(file)
      setUploads((before) => [...before, { key, name: file.name, percent: 0, kept: null, problem }])
      if (problem) continue
      await upload({ formPk, file, kind, onProgress: (percent) => change(key, { percent }) }).then(
        (kept) => change(key, { kept, percent: 100 }),
        (error: unknown) => change(key, { problem: errorWords(error) }),
      )
    }
  }

  const leaveOut = (key: string) => {
    const next = uploads.filter((one) => one.key !== key)
    setUploads(next)
    onKept(idsOf(next))
  }
  const clear = () => setUploads([])
  const isBusy = uploads.some((one) => one.kept === null && one.problem === null)
  return { uploads, add, leaveOut, clear, isBusy }
}

const idsOf = (uploads: readonly Upload[]): string[] => uploads.flatMap(({ kept }) => (kept ? [kept.id] : []))
