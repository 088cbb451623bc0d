/** Mantine in our colours. Its own palette would bring hues that mean nothing here. */
import { createTheme, type MantineColorsTuple } from '@mantine/core'
import { m } from '../../messages/compiled/messages.js'

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
const stop: MantineColorsTuple = [
  '#fbe5e2',
  '#f6cbc6',
  '#ffa49b',
  '#e37b72',
  '#d2554c',
  '#c13a33',
  '#b02824',
  '#a01c1c',
  '#861414',
  '#6b0d0d',
]

export const makeTheme = () =>
  createTheme({
    primaryColor: 'ink',
    primaryShade: { light: 7, dark: 3 },
    colors: { ink, red: stop },
    fontFamily: 'var(--text)',
    fontFamilyMonospace: 'ui-monospace, monospace',
    headings: { fontFamily: 'var(--heading)', fontWeight: '600' },
    defaultRadius: 8,
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // Close buttons carry an icon alone: without a name nobody can ask for them.
      Modal: { defaultProps: { closeButtonProps: { 'aria-label': m.ui_close() }, centered: true } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': m.ui_close() } } },
      Drawer: { defaultProps: { closeButtonProps: { 'aria-label': m.ui_close() } } },
    },
  })
