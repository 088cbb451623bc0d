import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { isShared, locale, rememberLanguage } from './locale.ts'

/** Goes to an address of ours. A share link carries no language, so the page is read anew with the choice kept. */
export function useOpen(): (path: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (path: string) => {
      if (!isShared(path)) return void navigate(path, { replace: true })
      rememberLanguage(locale())
      location.assign(path)
    },
    [navigate],
  )
}
