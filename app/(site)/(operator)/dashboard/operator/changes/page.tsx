import { getTranslations } from 'next-intl/server'
import { titled, unindexed } from '@/app/_site/titled'
import { ChangeFilter } from '@/app/(site)/dashboard/_changes/change-filter'
import { ChangeTable } from '@/app/(site)/dashboard/_changes/change-table'
import { changeKinds } from '@/app/(site)/dashboard/_changes/change-words'
import { readChangeFilter } from '@/app/(site)/dashboard/_changes/read-change-filter'
import type { SiteChange } from '@/lib/shop/sellers/audit/list-changes'
import type { Translate } from '@/lib/site/messages/translate'
import type { Column } from '@/lib/site/ui/data-table'
import { Link } from '@/lib/site/ui/link'
import { readSiteChanges } from '../_server/operator-reads'

export const generateMetadata = titled('operator.changes.title', unindexed)

export default async function OperatorChangesPage({ searchParams }: PageProps<'/dashboard/operator/changes'>) {
  const [t, inWords] = await Promise.all([getTranslations('operator.changes'), getTranslations('changes')])
  const kinds = changeKinds(inWords)
  const { kind, shop, page, next } = readChangeFilter(await searchParams, kinds)
  const own = '/dashboard/operator/changes'
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p>{t('about')}</p>
      </header>
      <ChangeFilter action={own} kinds={kinds} kind={kind} shop={shop} />
      <ChangeTable
        {...(await readSiteChanges({ ...page, ...(shop && { shop }) }))}
        nextHref={(cursor) => `${own}?${next(cursor)}`}
        lead={lead(await getTranslations('operator'))}
      />
    </div>
  )
}

const lead = (t: Translate<'operator'>): Column<SiteChange>[] => [
  {
    title: t('shops.shop'),
    cell: ({ handle }) =>
      handle ? (
        <Link href={`/dashboard/operator/shops/${handle}`} className="block sm:min-w-28">
          {handle}
        </Link>
      ) : (
        t('changes.site')
      ),
  },
]
