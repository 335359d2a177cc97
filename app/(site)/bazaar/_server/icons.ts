import { LRUCache } from 'lru-cache'
import type { StoredIcon } from '@/lib/bazaar/browse/find-icons'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { application } from '@/lib/site/compose/running'

/** Where this site serves its copies of listings' icons, by the icon's address at its seller. */
export type IconAddresses = ReadonlyMap<string, string>

/** The icons that are stored for some listings. A listing without one has its drawn sign. */
export async function iconsOf(listings: Pick<Listing, 'iconUrl'>[]): Promise<IconAddresses> {
  const urls = listings.flatMap(({ iconUrl }) => (iconUrl === null ? [] : [iconUrl]))
  if (urls.length === 0) return new Map()
  const digests = await (await application()).catalog.iconDigests(urls)
  return new Map([...digests].map(([url, digest]) => [url, `/bazaar/icon/${digest}`]))
}

/** Bytes by digest never change, so the copy in memory is never stale. */
const inMemory = new LRUCache<string, StoredIcon>({ maxSize: 16_000_000, sizeCalculation: ({ bytes }) => bytes.length })

/**
 * `GET /bazaar/icon/<digest>`: a stored icon. Nothing is fetched for it, so no caller can point this address anywhere.
 * A seller's bytes can be opened here as a page of their own, hence the policy that lets them do nothing.
 */
export async function answerIcon(digest: string): Promise<Response> {
  const icon = inMemory.get(digest) ?? (await (await application()).catalog.icon(digest))
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
