import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { FolderImport } from '../../_components/folder-import'
import { PayeeFirst } from '../../_components/payee-first'
import { openDashboard, sellableNetworks } from '../../_server/dashboard'

export const metadata: Metadata = { title: 'Import a folder' }

export default async function ImportPage() {
  const dashboard = await openDashboard()
  if (!dashboard?.seller) notFound()
  const confirmed = new Set(dashboard.seller.payees.map(({ network }) => network))
  const networks = (await sellableNetworks()).filter(({ id }) => confirmed.has(id))
  return (
    <div className="grid max-w-measure gap-8">
      <header className="grid gap-2">
        <h1 className="font-serif text-display font-strong">Import a folder</h1>
        <p>
          Each Markdown file becomes an article, with the images that it shows. Title, price and path may stand at its
          start between <code>---</code>; the free part ends at <code>{'<!-- more -->'}</code>.
        </p>
      </header>
      {confirmed.size === 0 ? <PayeeFirst /> : <FolderImport networks={networks} />}
    </div>
  )
}
