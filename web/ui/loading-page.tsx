/** A page whose parts load at the same time. Until all have come, what is below one that loads is not seen (base.css): it would move. */
import { type ReactNode, useEffect, useState } from 'react'
import { Settled } from './settled.tsx'

interface LoadingPageProps {
  readonly className: string
  readonly children: ReactNode
}

export function LoadingPage({ className, children }: LoadingPageProps) {
  const [isLoading, setLoading] = useState(true)
  return (
    <div className={className} data-loading={isLoading ? '' : undefined}>
      <Settled below={<EndOfLoading setLoading={setLoading} />}>{children}</Settled>
    </div>
  )
}

function EndOfLoading({ setLoading }: { setLoading: (isLoading: boolean) => void }) {
  useEffect(() => setLoading(false), [setLoading])
  return null
}
