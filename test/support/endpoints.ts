/// <reference types="vite/types/importMeta.d.ts" />
/** Every call of the contract, for tests that hold for all of them. */
import type { Endpoint } from '#core/contract/endpoint.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../core/contract/*.ts', '!../../core/contract/*.test.ts', '!../../core/contract/endpoint.ts'],
  { eager: true },
)

export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'responses' in value

export const ENDPOINTS: readonly Endpoint[] = Object.values(modules).flatMap((module) =>
  Object.values(module).filter(isEndpoint),
)
