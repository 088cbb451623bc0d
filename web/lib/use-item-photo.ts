/** A picture of what is dealt in as an address of this page; null until it is loaded, or where it cannot be. */
import { useEffect, useState } from 'react'
import { fetchPhoto } from './item-photos.ts'

export function useItemPhoto(address: string): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let objectUrl: string | null = null
    let isUnmounted = false
    fetchPhoto(address).then(
      (blob) => {
        if (isUnmounted) return
        objectUrl = URL.createObjectURL(blob)
        setUrl(objectUrl)
      },
      () => undefined,
    )
    return () => {
      isUnmounted = true
      if (objectUrl) URL.revokeObjectURL(objectUrl)
    }
  }, [address])
  return url
}
