import type { Plugin } from 'vite'

export function chunks(): Plugin
