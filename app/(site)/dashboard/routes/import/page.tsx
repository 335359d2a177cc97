import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '@/app/_components/client-messages'
import { titled } from '@/app/_components/titled'
import { PayeeFirst } from '../../_components/notices'
import { openDashboard } from '../../_server/dashboard'
import { ImportForm } from './_components/import-form'

export const generateMetadata = titled('importPosts.title')

export default async function ImportPage() {
  const dashboard = await openDashboard()
  if (!dashboard?.seller) return null
  const t = await getTranslations('importPosts')
  return (
    <div className="grid gap-6">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p>{t('about')}</p>
      </header>
      {dashboard.seller.payees.length === 0 ? (
        <PayeeFirst />
      ) : (
        <ClientMessages of={['importPosts']}>
          <ImportForm />
        </ClientMessages>
      )}
    </div>
  )
}
