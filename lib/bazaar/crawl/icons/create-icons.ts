import { imageDimensionsFromData } from 'image-dimensions'
import { LRUCache } from 'lru-cache'
import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
import { findIconUrlFault } from '@/lib/base/x402/resource-info'
import type { CatalogDeps } from '@/lib/bazaar/ports'
import { CRAWLER_AGENT } from '../probe-url'

type Icon = { mediaType: string; bytes: Uint8Array<ArrayBuffer> }

const KEPT_MS = 24 * 3_600_000
const KEPT_BYTES = 16_000_000
const AT_ONCE = 8
const TIMEOUT_MS = 8_000
const MAX_BYTES = 128_000

/**
 * Icons of listed services, kept in memory for a day, as is that there is none. A reader's browser contacts no seller's
 * host, and only what a listing names is asked for, once and a few at a time.
 */
export function createIcons({ database, fetchIcon }: CatalogDeps) {
  let underWay = 0
  const kept = new LRUCache<string, Icon | 'none'>({
    ttl: KEPT_MS,
    maxSize: KEPT_BYTES,
    sizeCalculation: (icon) => (icon === 'none' ? 100 : icon.bytes.length),
    async fetchMethod(url) {
      underWay += 1
      try {
        return (await ask(fetchIcon, url)) ?? 'none'
      } finally {
        underWay -= 1
      }
    },
  })
  return {
    /** False where a listing names no picture, or there is known to be none at its URL. */
    mayHave: (url: string | null) => url !== null && kept.get(url) !== 'none',
    /** Null where there is none, or where too many are being asked for. */
    async find(key: string): Promise<Icon | null> {
      const entry = await database.catalogEntry.findUnique({
        where: { key, status: 'listed' },
        select: { iconUrl: true },
      })
      const url = entry?.iconUrl
      if (!url || (underWay >= AT_ONCE && !kept.has(url))) return null
      const icon = await kept.forceFetch(url)
      return icon === 'none' ? null : icon
    },
  }
}

/** The image at an address. Never throws for what the other side does. */
async function ask(fetch: CatalogDeps['fetch'], url: string): Promise<Icon | null> {
  if (findIconUrlFault(url) !== null) return null
  try {
    const headers = { 'user-agent': CRAWLER_AGENT, accept: 'image/png, image/webp, image/jpeg, image/gif' }
    const { status, body } = await fetch(url, { headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 2 })
    const mediaType = status === 200 ? rasterTypeOf(body) : null
    return mediaType === null ? null : { mediaType, bytes: new Uint8Array(body) }
  } catch (error) {
    if (error instanceof SafeFetchError) return null
    throw error
  }
}

/** Limit of each side; icons are shown much smaller, and a browser must decode them. */
const MAX_PIXELS = 1_024

/** Marks in the bytes of images that move, by their kind; null for a kind that never does. */
const movesBy: Record<string, string | null> = { png: 'acTL', jpeg: null, gif: 'NETSCAPE2.0', webp: 'ANIM' }

/**
 * The media type of a still raster image of bounded size; null for any other bytes. Ignores the type that was sent: only
 * PNG, JPEG, WebP and GIF pass; SVG can carry scripts, and icons do not move.
 */
export function rasterTypeOf(bytes: Buffer): string | null {
  const { type = '', width = 0, height = 0 } = imageDimensionsFromData(bytes) ?? {}
  const mark = movesBy[type]
  const isSmall = Math.min(width, height) >= 1 && Math.max(width, height) <= MAX_PIXELS
  if (mark === undefined || !isSmall) return null
  return mark !== null && bytes.includes(mark, 0, 'latin1') ? null : `image/${type}`
}
