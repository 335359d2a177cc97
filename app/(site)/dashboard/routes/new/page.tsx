import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '@/app/_components/client-messages'
import { Page } from '@/app/(site)/_components/page'
import { routeKinds } from '@/lib/shop/sellers/routes/kinds'
import { PayeeFirst } from '../../_components/notices'
import { networksOf, readOwnShop, readScopes } from '../../_server/dashboard'
import { KindChoices } from '../_components/kind-choices'
import { RouteForm } from '../_components/route-form'

export async function generateMetadata({ searchParams }: PageProps<'/dashboard/routes/new'>): Promise<Metadata> {
  const { kind } = await searchParams
  const chosen = routeKinds.find((each) => each === kind)
  const t = await getTranslations('routes')
  return { title: chosen ? t('new.heading', { kind: t(`kinds.${chosen}.title`) }) : t('new.choose') }
}

export default async function NewRoutePage({ searchParams }: PageProps<'/dashboard/routes/new'>) {
  const { kind } = await searchParams
  const chosen = routeKinds.find((each) => each === kind)
  const { seller } = await readOwnShop()
  const t = await getTranslations('routes')
  if (!chosen) {
    return (
      <Page title={t('new.choose')}>
        <KindChoices />
      </Page>
    )
  }
  const { handle, payees } = seller
  const networks = await networksOf(seller, chosen)
  return (
    <div className="grid gap-6">
      <h1 className="font-strong text-quiet">{t('new.heading', { kind: t(`kinds.${chosen}.title`) })}</h1>
      {payees.length === 0 && chosen !== 'sign_in' ? (
        <PayeeFirst />
      ) : (
        <ClientMessages of={['routeForms', 'price']}>
          <RouteForm kind={chosen} handle={handle} networks={networks} route={null} scopes={await readScopes(chosen)} />
        </ClientMessages>
      )}
    </div>
  )
}
