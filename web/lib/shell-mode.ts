import { createContext } from 'react'

/** True while the app's shell is rendered: the router takes it for the home page, which needs no scripts. */
export const ShellMode = createContext(false)
