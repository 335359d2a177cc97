import type { Listing } from '@/lib/bazaar/browse/listing'
import { titleAndRest } from '@/lib/site/ui/title-and-rest'

/**
 * A listing's heading and the text below it. Without a name, the heading is the first sentence of the description if
 * that is short enough, else the address.
 */
export function headingOf({ name, description, resource }: Pick<Listing, 'name' | 'description' | 'resource'>): {
  title: string
  rest: string | null
} {
  if (name !== null) return { title: name, rest: description }
  const { title, rest = null } = titleAndRest(description ?? undefined, resource.replace(/^https?:\/\//, ''))
  return { title, rest }
}
