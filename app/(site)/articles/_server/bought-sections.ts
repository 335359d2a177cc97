import { mayOpen } from '@/app/_server/reader'
import type { Article } from '@/lib/site/demo/articles/article'

/** How many sections of a metered article the reader owns, fewer than all; null without any. */
export async function boughtSections({ slug, price }: Article): Promise<number | null> {
  if (price.kind !== 'metered') return null
  for (let count = price.sections - 1; count > 0; count -= 1) {
    if (await mayOpen(`/articles/${slug}/full?sections=${count}`)) return count
  }
  return null
}
