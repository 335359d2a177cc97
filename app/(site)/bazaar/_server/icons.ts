import { LRUCache } from 'lru-cache'
import type { StoredIcon } from '@/lib/bazaar/browse/find-icons'
import type { Entry } from '@/lib/bazaar/entry/entry'
import { running } from '@/lib/site/compose/running'

/** URLs of this site's copies of listings' icons, by the icon's URL at its seller. */
export type IconAddresses = ReadonlyMap<string, string>

/** The stored icons of some listings. A listing without one gets its drawn sign. */
export async function iconsOf(listings: Pick<Entry, 'iconUrl'>[]): Promise<IconAddresses> {
  const urls = listings.flatMap(({ iconUrl }) => (iconUrl === null ? [] : [iconUrl]))
  if (urls.length === 0) return new Map()
  const digests = await running('site').catalog.iconDigests(urls)
  return new Map([...digests].map(([url, digest]) => [url, `/bazaar/icon/${digest}`]))
}

/** The digest of bytes never changes, so the copy in memory is never stale. */
const inMemory = new LRUCache<string, StoredIcon>({ maxSize: 16_000_000, sizeCalculation: ({ bytes }) => bytes.length })

/**
 * `GET /bazaar/icon/<digest>`: a stored icon. Nothing is fetched for it, so no caller can direct a request. A seller's
 * bytes can be opened here as a page, hence the policy that allows them nothing.
 */
export async function answerIcon(digest: string): Promise<Response> {
  const icon = inMemory.get(digest) ?? (await running('site').catalog.icon(digest))
  if (!icon) return new Response(null, { status: 404, headers: { 'Cache-Control': 'public, max-age=60' } })
  inMemory.set(digest, icon)
  return new Response(icon.bytes, {
    headers: {
      'Content-Type': icon.mediaType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  })
}
