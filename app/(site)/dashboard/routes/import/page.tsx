import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '@/app/_components/client-messages'
import { titled } from '@/app/_components/titled'
import { Page } from '@/app/(site)/_components/page'
import { PayeeFirst } from '../../_components/notices'
import { readOwnShop } from '../../_server/dashboard'
import { ImportForm } from './_components/import-form'

export const generateMetadata = titled('importPosts.title')

export default async function ImportPage() {
  const { seller } = await readOwnShop()
  const t = await getTranslations('importPosts')
  return (
    <Page title={t('title')} about={t('about')}>
      {seller.payees.length === 0 ? (
        <PayeeFirst />
      ) : (
        <ClientMessages of={['importPosts']}>
          <ImportForm />
        </ClientMessages>
      )}
    </Page>
  )
}
