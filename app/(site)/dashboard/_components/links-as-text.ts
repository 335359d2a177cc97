import type { ShopLink } from '@/lib/shop/sellers/storefront/profile'

/** More than a shop may have, so that the verb refuses the surplus. */
const READ_LINES = 10

/** Reads typed links: in each line a title, then the URL. A bare URL gets its host as title. */
export function linksIn(text: string): ShopLink[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(0, READ_LINES).map((line) => {
    const words = line.trim().split(/\s+/)
    const url = words.pop() ?? ''
    return { title: words.join(' ') || hostOf(url), url }
  })
}

export const linksAsText = (links: readonly ShopLink[]): string =>
  links.map(({ title, url }) => (title === hostOf(url) ? url : `${title} ${url}`)).join('\n')

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url)
