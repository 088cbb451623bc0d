import { useEffect, useState } from 'react'
import type { DealFile } from '../../../../core/contract/deals.ts'
import { pictureOf } from './open-file.ts'

/** A small copy without the place it was taken at; where it cannot be shown, its name below has to do. */
export function Picture({ formPk, file }: { formPk: string; file: DealFile }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let isGone = false
    pictureOf(formPk, file.id).then(
      (blob) => {
        if (isGone) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      () => undefined,
    )
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [formPk, file.id])
  return url ? <img className="file__picture" src={url} alt={file.name} /> : null
}
