import type { ShopLink } from '../_server/seller-reads'

/** Links as they are typed: in each line what it leads to, then the address. A bare address is called by its host. */
export function linksIn(text: string): ShopLink[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, title = '', url = ''] = /^(.*?)(\S+)$/s.exec(line) ?? []
      return { title: title.trim() || hostOf(url), url }
    })
}

export const linksAsText = (links: readonly ShopLink[]): string =>
  links.map(({ title, url }) => (title === hostOf(url) ? url : `${title} ${url}`)).join('\n')

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url)
