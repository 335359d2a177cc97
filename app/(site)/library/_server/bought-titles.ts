import { getTranslations } from 'next-intl/server'
import type { CoverKind } from '@/app/_components/cover'
import { iconsOf } from '@/app/_server/icons'
import { titleAndRest } from '@/lib/base/x402/titles'
import { nameBought } from '@/lib/shop/sellers/routes/name-bought'
import { running } from '@/lib/site/compose/running'

/** A purchase's title, and the URL at which a person opens it again. */
export type BoughtTitle = (resourceUri: string) => {
  title: string
  /** Null for the site's own goods, and for goods that are no longer known. */
  shop: string | null
  kind: CoverKind
  icon: string | undefined
  href: string
}

/** Titles of purchases at these addresses where they are known, else the addresses. */
export async function readBoughtTitles(resourceUris: readonly string[]): Promise<BoughtTitle> {
  const { goods, sellers, site } = running('site')
  const t = await getTranslations('library.purchases')
  const names = await nameBought(sellers, resourceUris)
  const icons = await iconsOf(resourceUris.map((resource) => ({ resource })))
  return (resourceUri) => {
    const { pathname, search } = new URL(resourceUri)
    const [href, icon] = [`${pathname}${search}`, icons.get(resourceUri)]
    const article = goods?.articles.at(pathname)
    if (article) {
      const title = search === '' ? article.title : t('inPart', { title: article.title })
      return { title, shop: null, kind: 'article', icon, href }
    }
    const name = names.get(resourceUri)
    if (name) return { ...name, icon, href }
    const own = goods?.routes.find(({ key }) => key === `GET ${pathname}`)?.config(site).description
    return { title: titleAndRest(own, href).title, shop: null, kind: own ? 'api' : 'unknown', icon, href }
  }
}
