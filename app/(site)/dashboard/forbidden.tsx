import { getTranslations } from 'next-intl/server'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'

/** The page for what the reader's role in the shop does not allow. */
export default async function RoleRefused() {
  const t = await getTranslations('dashboardShops')
  return (
    <EmptyState
      title={t('refused.title')}
      action={<Link href="/dashboard/members">{t('refused.members')}</Link>}
      about={t('refused.about')}
    />
  )
}
