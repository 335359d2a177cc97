import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '@/app/_components/client-messages'
import { MissingPage } from '@/app/_components/missing-page'
import { Form } from '@/app/(site)/_components/form'
import { Page } from '@/app/(site)/_components/page'
import { removeGateway } from '@/app/(site)/dashboard/_server/forms'
import { Notice } from '@/lib/site/ui/notice'
import { find, networksOf, readOwnShop } from '../../_server/dashboard'
import { GatewayEditor } from '../_components/gateway-editor'

export async function generateMetadata({ params }: PageProps<'/dashboard/gateways/[gatewayId]'>): Promise<Metadata> {
  return { title: (await find('getGateway', await params))?.title ?? (await getTranslations('routes'))('title') }
}

export default async function GatewayPage({ params, searchParams }: PageProps<'/dashboard/gateways/[gatewayId]'>) {
  const { seller } = await readOwnShop()
  const gateway = await find('getGateway', await params)
  if (!gateway) return <MissingPage />
  const networks = await networksOf(seller)
  const { saved } = await searchParams
  const [t, tRemove] = await Promise.all([getTranslations('gateways'), getTranslations('gatewayForms.remove')])
  return (
    <Page title={gateway.title}>
      {typeof saved === 'string' && (
        <Notice tone="settled" title={t('saved')} announce="polite">
          <p>{t('savedWhat')}</p>
        </Notice>
      )}
      <ClientMessages of={['gatewayForms']}>
        {/* Fresh after a save of its own; what is written stays when another's save is read again. */}
        <GatewayEditor key={String(saved)} gateway={gateway} handle={seller.handle} networks={networks} />
      </ClientMessages>
      <div className="border-t border-rule pt-8">
        <Form
          action={removeGateway}
          hidden={{ gatewayId: gateway.gatewayId }}
          ask={{ label: tRemove('button'), question: tRemove('what') }}
          variant="danger"
          label={tRemove('now')}
        />
      </div>
    </Page>
  )
}
