import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '../../../../_site/client-messages'
import { MissingPage } from '../../../../_site/missing-page'
import { FolderImport } from '../../_components/folder-import'
import { PayeeFirst } from '../../_components/payee-first'
import { openDashboard, sellableNetworks } from '../../_server/dashboard'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('routes')
  return { title: t('import.title') }
}

export default async function ImportPage() {
  const dashboard = await openDashboard()
  if (!dashboard?.seller) return <MissingPage />
  const confirmed = new Set(dashboard.seller.payees.map(({ network }) => network))
  const networks = (await sellableNetworks()).filter(({ id }) => confirmed.has(id))
  const t = await getTranslations('routes.import')
  return (
    <div className="grid max-w-measure gap-8">
      <header className="grid gap-2">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p>{t.rich('what', { divider: '<!-- more -->', code: (words) => <code>{words}</code> })}</p>
      </header>
      {confirmed.size === 0 ? (
        <PayeeFirst />
      ) : (
        <ClientMessages of={['routeForms', 'folderImport']}>
          <FolderImport networks={networks} />
        </ClientMessages>
      )}
    </div>
  )
}
