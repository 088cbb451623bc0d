import type { Plugin } from 'vite'

export function leanZod(): Plugin
