import { getTranslations } from 'next-intl/server'
import { titled, unindexed } from '@/app/_site/titled'
import { running } from '@/lib/site/compose/running'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { WalletSignIn } from '../../_checkout/wallet-sign-in'
import { ClientMessages } from '../../_site/client-messages'
import { EndSession } from '../../_site/end-session'
import { SearchForm } from '../../_site/search-form'
import { BrowserBudgets } from './_components/browser-budgets'
import { ChannelList } from './_components/channel-list'
import { PurchaseList } from './_components/purchase-list'
import { SessionKeeper } from './_components/session-keeper'
import { SignedIn } from './_components/signed-in'
import { readBoughtTitles } from './_server/bought-titles'
import { coinsOf } from './_server/channels'
import { readBrowserPurchases, readLibrary } from './_server/library'
import { readCopies } from './_server/own-account'

export const generateMetadata = titled('library.title', unindexed)

const PAGE_SIZE = 100

export default async function LibraryPage({ searchParams }: PageProps<'/library'>) {
  const { q, before } = await searchParams
  const search = (typeof q === 'string' ? q : '').slice(0, 200)
  const at = typeof before === 'string' ? new Date(before) : null
  const query = { search, before: at && !Number.isNaN(at.getTime()) ? at : null }
  const library = await readLibrary(query)
  const here = library ? null : await readBrowserPurchases(query)
  const shown = library?.purchases ?? here ?? []
  const copies = await readCopies(shown.map(({ paymentId }) => paymentId))
  const { site } = running('site')
  const t = await getTranslations('library')
  const coins = coinsOf(site.signInNetworks)
  const budgetsHere = (
    <ClientMessages of={['libraryActions']}>
      <BrowserBudgets coins={coins} />
    </ClientMessages>
  )
  const words = { label: t('search.label'), send: t('search.button') }
  const searchForm = <SearchForm action="/library" {...words} search={search} maxLength={200} />
  const list = (
    <PurchaseList
      purchases={shown}
      copies={copies}
      boughtTitle={await readBoughtTitles(shown.map(({ resourceUri }) => resourceUri))}
      search={search}
      pageSize={PAGE_SIZE}
    />
  )
  return (
    <div className="grid gap-12">
      <header className="grid max-w-measure gap-4">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p className="font-serif text-reading">{t('intro')}</p>
      </header>
      {library ? (
        <ClientMessages of={['libraryActions']}>
          {search === '' && at === null && <ChannelList channels={library.channels} />}
          <BrowserBudgets coins={coins} besides={library.wallets.map(({ address }) => address.toLowerCase())} />
          {(library.purchases.length > 0 || search !== '' || at !== null) && searchForm}
          {list}
          <SignedIn wallets={library.wallets} sessions={library.sessions} networks={site.signInNetworks} />
          {library.isRotationDue && <SessionKeeper />}
        </ClientMessages>
      ) : here ? (
        <>
          {budgetsHere}
          {searchForm}
          {list}
          <section className="grid max-w-measure justify-items-start gap-4 border-t border-rule pt-8">
            <p>{t('here.about')}</p>
            {site.signInNetworks.length > 0 && <WalletSignIn networks={site.signInNetworks} />}
            <EndSession address="/api/session" label={t('here.forget')} />
          </section>
        </>
      ) : (
        <>
          {budgetsHere}
          <EmptyState
            title={t('signedOut.title')}
            action={site.signInNetworks.length > 0 && <WalletSignIn networks={site.signInNetworks} />}
          >
            <p>{t.rich('signedOut.text', { bazaar: (name) => <Link href="/bazaar">{name}</Link> })}</p>
          </EmptyState>
        </>
      )}
    </div>
  )
}
