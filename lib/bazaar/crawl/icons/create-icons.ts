import { imageDimensionsFromData } from 'image-dimensions'
import { LRUCache } from 'lru-cache'
import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
import { findIconUrlFault } from '@/lib/base/x402/resource-info'
import type { CatalogDeps } from '@/lib/bazaar/ports'
import { CRAWLER_AGENT } from '../probe-url'

type Icon = RasterImage & { bytes: Uint8Array<ArrayBuffer> }

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
  const kept = new LRUCache<string, Icon | { problem: string }>({
    ttl: KEPT_MS,
    maxSize: KEPT_BYTES,
    sizeCalculation: (icon) => ('bytes' in icon ? icon.bytes.length : 100),
    async fetchMethod(url) {
      underWay += 1
      try {
        return await ask(fetchIcon, url)
      } finally {
        underWay -= 1
      }
    },
  })
  const find = async (url: string) =>
    kept.has(url) || underWay < AT_ONCE ? kept.forceFetch(url) : { problem: 'too_many' }
  return {
    /** False where a listing names no picture, or there is known to be none at its URL. */
    mayHave: (url: string | null) => url !== null && !('problem' in (kept.get(url) ?? {})),
    async find(key: string) {
      const entry = await database.catalogEntry.findUnique({
        where: { key, status: 'listed' },
        select: { iconUrl: true },
      })
      return entry?.iconUrl ? find(entry.iconUrl) : { problem: 'not_listed' }
    },
  }
}

/** The image at an address. Never throws for what the other side does. */
async function ask(fetch: CatalogDeps['fetch'], url: string): Promise<Icon | { problem: string }> {
  if (findIconUrlFault(url) !== null) return { problem: 'url_refused' }
  try {
    const headers = { 'user-agent': CRAWLER_AGENT, accept: 'image/png, image/webp, image/jpeg, image/gif' }
    const { status, body } = await fetch(url, { headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 2 })
    if (status !== 200) return { problem: `status_${status}` }
    const image = readRasterImage(body)
    return 'problem' in image ? image : { ...image, bytes: new Uint8Array(body) }
  } catch (error) {
    if (error instanceof SafeFetchError) return { problem: error.fault }
    throw error
  }
}

type RasterImage = { mediaType: (typeof formats)[number]['mediaType'] }

/** Limit of each side; icons are shown much smaller, and a browser must decode them. */
const MAX_PIXELS = 1_024

const formats = [
  { mediaType: 'image/png', start: /^\x89PNG\r\n\x1a\n/, movesBy: 'acTL' },
  { mediaType: 'image/jpeg', start: /^\xff\xd8\xff/, movesBy: null },
  { mediaType: 'image/gif', start: /^GIF8[79]a/, movesBy: 'NETSCAPE2.0' },
  { mediaType: 'image/webp', start: /^RIFF.{4}WEBP/s, movesBy: 'ANIM' },
] as const

/**
 * Reads bytes as a still raster image of bounded size, or says why they are none. Ignores the media type that was sent:
 * only PNG, JPEG, WebP and GIF pass; SVG can carry scripts, and icons do not move.
 */
export function readRasterImage(bytes: Buffer): RasterImage | { problem: string } {
  const format = formats.find(({ start }) => start.test(bytes.toString('latin1', 0, 12)))
  if (!format) return { problem: 'not_raster' }
  const { width = 0, height = 0 } = imageDimensionsFromData(bytes) ?? {}
  if (width < 1 || height < 1) return { problem: 'unreadable' }
  if (width > MAX_PIXELS || height > MAX_PIXELS) return { problem: 'too_many_pixels' }
  if (format.movesBy !== null && bytes.includes(format.movesBy, 0, 'latin1')) return { problem: 'animated' }
  return { mediaType: format.mediaType }
}
