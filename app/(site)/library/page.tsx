import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { running } from '@/lib/site/compose/running'
import type { Translate } from '@/lib/site/messages/translate'
import { CopyId } from '@/lib/site/ui/copy-button'
import { TextField } from '@/lib/site/ui/fields'
import { Link } from '@/lib/site/ui/link'
import { EmptyState } from '@/lib/site/ui/notice'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { WalletSignIn } from '../../_checkout/sign-with-wallet'
import { atWallet, ClientMessages } from '../../_components/client-messages'
import { EndSession } from '../../_components/end-session'
import { SearchForm } from '../../_components/search-form'
import { titled, unindexed } from '../../_components/titled'
import { currentOwner } from '../../_server/current-session'
import { Form } from '../_components/form'
import { Page } from '../_components/page'
import { AddWallet } from './_components/add-wallet'
import { BrowserBudgets } from './_components/browser-budgets'
import { ChannelList } from './_components/channel-list'
import { PurchaseList } from './_components/purchases'
import { SessionKeeper } from './_components/session-keeper'
import { readBoughtTitles } from './_server/bought-titles'
import { coinsOf } from './_server/channels'
import { readBrowserPurchases, readCopies, readLibrary } from './_server/library'
import { closeAccount } from './_server/library-actions'

export const generateMetadata = titled('library.title', unindexed)

const PAGE_SIZE = 100
/** So many purchases are too many for one look. */
const LONG = 10

export default async function LibraryPage({ searchParams }: PageProps<'/library'>) {
  const { q, before } = await searchParams
  const search = (typeof q === 'string' ? q : '').slice(0, 200)
  const at = typeof before === 'string' ? new Date(before) : null
  const query = { search, before: at && !Number.isNaN(at.getTime()) ? at : null }
  const library = await readLibrary(query)
  const here = library ? null : await readBrowserPurchases(query)
  const shown = library?.purchases ?? here ?? []
  const copies = await readCopies(shown, await currentOwner())
  const { site } = running('site')
  const t = await getTranslations('library')
  const coins = coinsOf(site.signInNetworks)
  const isLong = shown.length >= LONG || search !== '' || at !== null
  const words = { label: t('search.label'), send: t('search.button') }
  const searchForm = isLong && <SearchForm action="/library" {...words} search={search} maxLength={200} />
  const list = (
    <div className="grid gap-4">
      {copies.size > 0 && (
        <p className="max-w-measure">
          {t.rich('keep', {
            save: (words) => (
              <a href="/library/copies" className="text-accent underline underline-offset-4">
                {words}
              </a>
            ),
          })}
        </p>
      )}
      <PurchaseList
        purchases={shown}
        copies={copies}
        boughtTitle={await readBoughtTitles(shown.map(({ resourceUri }) => resourceUri))}
        search={search}
        pageSize={PAGE_SIZE}
      />
    </div>
  )
  return (
    <ClientMessages of={[...atWallet, 'libraryActions']}>
      <Page title={t('title')} intro={t('intro')}>
        {!library && <BrowserBudgets coins={coins} />}
        {library ? (
          <>
            {search === '' && at === null && <ChannelList channels={library.channels} />}
            <BrowserBudgets coins={coins} besides={library.wallets.map(({ address }) => address.toLowerCase())} />
            {searchForm}
            {list}
            <SignedIn wallets={library.wallets} sessions={library.sessions} networks={site.signInNetworks} />
            {library.isRotationDue && <SessionKeeper />}
          </>
        ) : here ? (
          <>
            {searchForm}
            {list}
            <section className="grid max-w-measure justify-items-start gap-4 border-t border-rule pt-8">
              <p>{t('here.about')}</p>
              {site.signInNetworks.length > 0 && <WalletSignIn networks={site.signInNetworks} />}
              <EndSession address="/api/session" label={t('here.forget')} />
            </section>
          </>
        ) : (
          <EmptyState
            title={t('signedOut.title')}
            action={site.signInNetworks.length > 0 && <WalletSignIn networks={site.signInNetworks} />}
          >
            <p>{t.rich('signedOut.text', { bazaar: (name) => <Link href="/bazaar">{name}</Link> })}</p>
          </EmptyState>
        )}
      </Page>
    </ClientMessages>
  )
}

const familyNames: Record<string, string> = { evm: 'Ethereum', svm: 'Solana' }

type SignedInProps = Pick<NonNullable<Awaited<ReturnType<typeof readLibrary>>>, 'wallets' | 'sessions'> & {
  networks: string[]
}

function CloseAccountForm({ ending }: { ending: string }) {
  const t = useTranslations('libraryActions.closeAccount')
  return (
    <Form
      action={closeAccount}
      ask={{ label: t('label'), question: t('question') }}
      label={t('now')}
      variant="danger"
      className="grid justify-items-start gap-4"
    >
      <TextField name="ending" label={t('ending', { ending })} required autoComplete="off" isFigures />
    </Form>
  )
}

/** The wallets of this library and the browsers that are signed in to it. */
function SignedIn({ wallets, sessions, networks }: SignedInProps) {
  const t = useTranslations('library')
  return (
    <Section id="signed-in" title={t('account.title')} className="grid gap-8 border-t border-rule pt-8">
      <div className="grid gap-4">
        <h3 className="font-strong">{t('account.wallets')}</h3>
        <ul className="grid gap-2">
          {wallets.map(({ scope, address }) => (
            <li key={`${scope} ${address}`}>
              {familyNames[scope] ?? scope} <CopyId value={address} name={t('account.walletAddress')} />
            </li>
          ))}
        </ul>
        <details>
          <summary className="min-h-11 cursor-pointer py-2">{t('account.add')}</summary>
          <div className="grid gap-4 pt-2">
            <p>{t('account.addAbout')}</p>
            <AddWallet networks={networks} />
          </div>
        </details>
      </div>
      <div className="grid gap-4">
        <h3 className="font-strong">{t('account.browsers')}</h3>
        <ul className="grid gap-4">
          {sessions.map(({ sessionId, userAgent, seenAt, isThis }) => (
            <li
              key={sessionId}
              className="grid gap-2 border-b border-rule pb-4 sm:grid-cols-[1fr_auto] sm:items-center"
            >
              <span className="grid gap-1">
                <span title={userAgent ?? undefined} className="wrap-anywhere">
                  {browserInWords(t, userAgent)}
                </span>
                <span className="text-small text-quiet">
                  {t.rich(isThis ? 'account.thisSeen' : 'account.seen', { at: () => <Timestamp at={seenAt} /> })}
                </span>
              </span>
              <EndSession
                address={isThis ? '/api/session' : `/api/session/${sessionId}`}
                label={t(isThis ? 'account.signOut' : 'account.signOutThere')}
              />
            </li>
          ))}
        </ul>
        {sessions.length > 1 && <EndSession address="/api/session/others" label={t('account.signOutElsewhere')} />}
      </div>
      {wallets[0] && <CloseAccountForm ending={wallets[0].address.slice(-4)} />}
    </Section>
  )
}

/** The first match wins: each of these also names the ones below it. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

/** "Firefox on Windows": enough to tell one's own browsers apart. An unknown one is shown by its own name. */
function browserInWords(t: Translate<'library'>, userAgent: string | null): string {
  if (!userAgent) return t('account.namelessBrowser')
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  return browser && system ? t('account.browserOnSystem', { browser, system }) : userAgent
}

const nameIn = (known: [RegExp, string][], text: string) => known.find(([pattern]) => pattern.test(text))?.[1]
