/** @jsxRuntime automatic */
/** A code to scan, drawn as vectors: sharp at every size of paper. */
import { Path, Svg } from '@react-pdf/renderer'
import { create } from 'qrcode'

/** One path for all dark squares: hundreds of small ones are slow to draw. */
export function QrCode({ text, size }: { text: string; size: number }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = modules.size
  const squares = Array.from(modules.data).flatMap((isDark, i) =>
    isDark ? [`M${i % side} ${Math.floor(i / side)}h1v1h-1z`] : [],
  )
  return (
    <Svg width={size} height={size} viewBox={`0 0 ${side} ${side}`}>
      <Path d={squares.join('')} fill="#1d2350" />
    </Svg>
  )
}
