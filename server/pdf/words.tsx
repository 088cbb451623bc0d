/** @jsxRuntime automatic */
/** Text that breaks at spaces alone. */
import { Text } from '@react-pdf/renderer'
import type { ComponentProps } from 'react'

/** The line breaker's own word for never (its `infinity`). */
const NEVER = 10_000

/**
 * Where the font changes, as between ₹ and its figure, the line breaker sees a place to divide a word, and puts a hyphen
 * there in a font that has none: a box, and an amount on two lines.
 */
export const Words = (props: ComponentProps<typeof Text>) => <Text hyphenationPenalty={NEVER} {...props} />
