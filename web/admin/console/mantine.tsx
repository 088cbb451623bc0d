/** Mantine with our theme, for the console's tables alone: people's pages load none of it (docs/decisions/022). */
import { createTheme, type MantineColorsTuple, MantineProvider } from '@mantine/core'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import type { ReactNode } from 'react'
import './mantine.css'

const ink: MantineColorsTuple = [
  '#f0effa',
  '#dcd9f1',
  '#b9b2ff',
  '#948bdc',
  '#7268c6',
  '#564bb0',
  '#43389d',
  '#34298f',
  '#2a2273',
  '#1b1650',
]

const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 3 },
  colors: { ink },
  fontFamily: 'var(--text)',
  headings: { fontFamily: 'var(--heading)', fontWeight: '600' },
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
})

export function Mantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}
