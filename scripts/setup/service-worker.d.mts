/** Called once the pages are built. */
export function buildServiceWorker(...args: unknown[]): Promise<void>
