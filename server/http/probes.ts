const PROBES = /^\/(?:healthz|readyz|metrics)\/?(?:\?|$)/

/** What balancers, pods and Prometheus ask every few seconds. */
export const isProbe = (url: string): boolean => PROBES.test(url)
