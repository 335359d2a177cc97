import { userAgentFromString } from 'next/server'
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
import { ChannelsOf } from '../../_channels/channel-list'
import { WalletSignIn } from '../../_checkout/sign-with-wallet'
import { atWallet, ClientMessages } from '../../_components/client-messages'
import { EndSession, SessionKeeper } from '../../_components/end-session'
import { SearchForm } from '../../_components/search-form'
import { titled, unindexed } from '../../_components/titled'
import { Form } from '../_components/form'
import { Page } from '../_components/page'
import { AddWallet } from './_components/add-wallet'
import { PurchaseList } from './_components/purchases'
import { readBoughtTitles } from './_server/bought-titles'
import { type Library, readLibrary } from './_server/library'
import { closeAccount } from './_server/library-actions'

export const generateMetadata = titled('library.title', unindexed)

const PAGE_SIZE = 100
/** So many purchases are too many for one look. */
const LONG = 10

export default async function LibraryPage({ searchParams }: PageProps<'/library'>) {
  const { q, before } = await searchParams
  const search = (typeof q === 'string' ? q : '').slice(0, 200)
  const at = new Date(String(before))
  const isPaged = !Number.isNaN(at.getTime())
  const { purchases, copies, signedIn } = await readLibrary({ search, ...(isPaged && { before: at }) })
  const { signInNetworks } = running('site').site
  const t = await getTranslations('library')
  const isWhole = search === '' && !isPaged
  const signIn = signInNetworks.length > 0 && <WalletSignIn networks={signInNetworks} />
  return (
    <ClientMessages of={[...atWallet, 'libraryActions']}>
      <Page title={t('title')} intro={t('intro')}>
        <ChannelsOf wallets={signedIn?.wallets ?? []} isListed={isWhole} networks={signInNetworks} />
        {purchases === null ? (
          <EmptyState title={t('signedOut.title')} action={signIn}>
            <p>{t.rich('signedOut.text', { bazaar: (name) => <Link href="/bazaar">{name}</Link> })}</p>
          </EmptyState>
        ) : (
          <>
            {(purchases.length >= LONG || !isWhole) && (
              <SearchForm
                action="/library"
                label={t('search.label')}
                send={t('search.button')}
                search={search}
                maxLength={200}
              />
            )}
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
                purchases={purchases}
                copies={copies}
                boughtTitle={await readBoughtTitles(purchases.map(({ resourceUri }) => resourceUri))}
                search={search}
                pageSize={PAGE_SIZE}
              />
            </div>
          </>
        )}
        {signedIn ? (
          <SignedIn {...signedIn} networks={signInNetworks} />
        ) : (
          purchases && (
            <section className="grid max-w-measure justify-items-start gap-4 border-t border-rule pt-8">
              <p>{t('here.about')}</p>
              {signIn}
              <EndSession isText address="/api/session" label={t('here.forget')} />
            </section>
          )
        )}
        {signedIn?.isRotationDue && <SessionKeeper />}
      </Page>
    </ClientMessages>
  )
}

const familyNames: Record<string, string> = { evm: 'Ethereum', svm: 'Solana' }

type SignedInProps = Pick<NonNullable<Library['signedIn']>, 'wallets' | 'sessions'> & { networks: string[] }

/** The wallets of this library and the browsers that are signed in to it. */
function SignedIn({ wallets, sessions, networks }: SignedInProps) {
  const [t, tClose] = [useTranslations('library'), useTranslations('libraryActions.closeAccount')]
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
      {wallets[0] && (
        <Form
          action={closeAccount}
          ask={{ label: tClose('label'), question: tClose('question') }}
          label={tClose('now')}
          variant="danger"
          className="grid justify-items-start gap-4"
        >
          <TextField
            name="ending"
            label={tClose('ending', { ending: wallets[0].address.slice(-4) })}
            required
            autoComplete="off"
            isFigures
          />
        </Form>
      )}
    </Section>
  )
}

/** "Firefox on Windows": enough to tell one's own browsers apart. An unknown one is shown by its own name. */
function browserInWords(t: Translate<'library'>, userAgent: string | null): string {
  if (!userAgent) return t('account.namelessBrowser')
  const { browser, os } = userAgentFromString(userAgent)
  return browser.name && os.name ? t('account.browserOnSystem', { browser: browser.name, system: os.name }) : userAgent
}
