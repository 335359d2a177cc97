import { safeFetch } from '@/lib/base/infra/safe-fetch'
import type { IconSource } from '@/lib/bazaar/ports'

/** A name that no one can own (RFC 2606), as the rules for icons need one that could be public. */
const SAMPLE_ICONS_URL = 'http://icons.example.com/'
const INTERVAL_MS = 5_000

/**
 * The icons of the demo's sample services: their one public name leads to this machine, and no other is resolved, since
 * the demo reaches nothing outside.
 */
export const sampleIcons = (port: number): IconSource => ({
  prefix: SAMPLE_ICONS_URL,
  noteEveryMs: INTERVAL_MS,
  fetch: (url, options) => {
    const here = new URL(url)
    here.port = String(port)
    return safeFetch(here.href, { ...options, allowLoopback: true, resolve: async () => ['127.0.0.1'] })
  },
})
