import type { Entry } from '@/lib/bazaar/entry/entry'
import { findPictures } from '@/lib/shop/sellers/storefront/list-goods'
import { running } from '@/lib/site/compose/running'
import { iconAddress } from '../(site)/bazaar/_components/addresses'

/** A listing, or only the address of something that is sold here. */
type Pictured = { resource: string; key?: string; iconUrl?: string | null }

/** Addresses of icons by resource: their own where this site may have a copy of it, else the picture of their shop. */
export async function iconsOf(things: readonly Pictured[]): Promise<ReadonlyMap<string, string>> {
  const { catalog, database, env, goods, site } = running('site')
  const pathOf = (resource: string) => (resource.startsWith(`${env.publicOrigin}/`) ? new URL(resource).pathname : null)
  const handleOf = (resource: string) => /^\/x\/([^/]+)\//.exec(pathOf(resource) ?? '')?.[1] ?? ''
  const handles = things.map(({ resource }) => handleOf(resource)).filter(Boolean)
  const pictures = handles.length === 0 ? new Map<string, string>() : await findPictures(database, handles)
  return new Map(
    things.flatMap(({ resource, key, iconUrl }): [string, string][] => {
      const routeKey = `GET ${pathOf(resource)}`
      const own =
        key === undefined ? goods?.routes.find((route) => route.key === routeKey)?.config(site).resource : { iconUrl }
      const found = catalog.icons.mayHave(own?.iconUrl ?? null)
        ? iconAddress(key ?? `GET ${env.publicOrigin}${pathOf(resource)}`)
        : pictures.get(handleOf(resource))
      return found === undefined ? [] : [[resource, found]]
    }),
  )
}

/** The same entries with the icons that pages show beside them. */
export async function withIcons(entries: readonly Entry[]): Promise<(Entry & { icon?: string | undefined })[]> {
  const icons = await iconsOf(entries)
  return entries.map((entry) => ({ ...entry, icon: icons.get(entry.resource) }))
}
