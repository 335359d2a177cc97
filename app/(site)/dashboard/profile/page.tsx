import { getTranslations } from 'next-intl/server'
import { siteFacts } from '@/app/_server/site-facts'
import { ShopHead } from '../../shop/_components/shop-head'
import { readStorefront } from '../../shop/_server/read-storefront'
import { PageHead } from '../_components/page-head'
import { openDashboard, titledForSellers } from '../_server/dashboard'
import { ProfileForm } from './_components/profile-form'

export const generateMetadata = titledForSellers('shopPages.profile.title')

export default async function ProfilePage() {
  const [dashboard, { origin }, t] = await Promise.all([
    openDashboard(),
    siteFacts(),
    getTranslations('shopPages.profile'),
  ])
  if (!dashboard?.seller) return null
  const { handle, profile, version } = dashboard.seller
  const shown = await readStorefront(handle)
  const address = `${origin}/x/${handle}`
  return (
    <div className="grid gap-10">
      <PageHead title={t('title')} about={t('about')}>
        <p className="text-small">
          <a
            href={address}
            className="figures inline-flex min-h-11 max-w-full items-center text-accent underline wrap-anywhere"
          >
            {address}
          </a>
        </p>
      </PageHead>
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <ProfileForm {...{ profile, version }} />
        {shown && (
          <section aria-labelledby="shown" className="grid gap-4">
            <h2 id="shown" className="text-small text-quiet">
              {t('shown')}
            </h2>
            <div className="border border-rule bg-sheet p-6">
              <ShopHead {...shown} isPreview />
            </div>
          </section>
        )}
      </div>
    </div>
  )
}
