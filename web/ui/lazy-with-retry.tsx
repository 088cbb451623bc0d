/**
 * A part with a file of its own, which comes after the page. When the file does not come, that part alone says so and
 * can be asked for again; the page around it stays.
 */
import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react'
import { m } from '#messages/compiled/messages.js'
import { ErrorNotice } from './notice.tsx'
import { Skeleton } from './skeleton.tsx'

interface Settings<Props> {
  readonly bars?: number
  /** What stands around the skeleton, and around the words when it did not come. */
  readonly frame?: (inside: ReactNode, props: Props) => ReactNode
}

export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { bars = 4, frame = (inside) => inside }: Settings<Props> = {},
) {
  // React remembers that a part failed, so each try is one of its own
  const ask = (attempt: number) => ({ attempt, Part: lazy(async () => ({ default: await load() })) })
  let latest = ask(1)
  return function Late(props: Props) {
    const [{ attempt, Part }, setAsked] = useState(latest)
    const again = () => {
      latest = ask(attempt + 1)
      setAsked(latest)
    }
    const failed = frame(<ErrorNotice message={m.ui_part_failed()} onRetry={again} />, props)
    return (
      <Boundary key={attempt} instead={failed}>
        <Suspense fallback={frame(<Skeleton bars={bars} />, props)}>{createElement(Part, props)}</Suspense>
      </Boundary>
    )
  }
}

interface BoundaryProps {
  readonly instead: ReactNode
  readonly children: ReactNode
}

/** React has no hook for it. */
class Boundary extends Component<BoundaryProps, { readonly isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError = () => ({ isFailed: true })

  override render() {
    return this.state.isFailed ? this.props.instead : this.props.children
  }
}
