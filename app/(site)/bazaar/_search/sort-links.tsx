import { useTranslations } from 'next-intl'
import { PageLink } from '@/lib/site/ui/page-link'
import { type ExplorerParameters, explorerAddress } from '../_components/explorer-address'

const orders = ['relevance', 'used', 'price', 'newest'] as const
type Order = (typeof orders)[number]

/** Orders of the page. A search starts with the best match, the whole list with the most used. */
export function SortLinks({ parameters }: { parameters: ExplorerParameters }) {
  const t = useTranslations('bazaar.results')
  const usual: Order = parameters.query ? 'relevance' : 'used'
  const shown = orders.filter((order) => order !== 'relevance' || usual === 'relevance')
  const current = parameters.sort ?? usual
  return (
    <nav aria-label={t('order')} className="flex flex-wrap items-center gap-x-4 text-small">
      {shown.map((order) => (
        <PageLink
          key={order}
          href={explorerAddress(parameters, { sort: order === usual ? null : order })}
          aria-current={order === current ? 'true' : undefined}
          className="inline-flex min-h-11 lg:min-h-8 items-center text-accent underline-offset-4 hover:underline aria-[current]:font-strong aria-[current]:text-ink"
        >
          {t(order)}
        </PageLink>
      ))}
    </nav>
  )
}
