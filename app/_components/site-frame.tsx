import { cookies } from 'next/headers'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { walletCookie } from '@/lib/site/browser/remembered-wallet'
import { languageNames, languages, localeOf } from '@/lib/site/messages/languages'
import { PageLink } from '@/lib/site/ui/page-link'
import { SiteNav } from '@/lib/site/ui/site-nav'
import { TestBand } from '@/lib/site/ui/test-band'
import { SEEN_COOKIE } from '@/lib/site/ui/test-money'
import { ThemeToggle } from '@/lib/site/ui/theme-toggle'
import { TollBar } from '@/lib/site/ui/toll-bar'
import { knownWallets } from '../_server/reader'
import { payableAssets, siteFacts } from '../_server/site-facts'
import { DemoWallet } from './demo-wallet'
import { Identity } from './identity'
import { Queries } from './queries'
import { readTheme } from './theme'

/** The frame of every page: skip link, the sign of test money, navigation, the main part, the foot. */
export async function SiteFrame({ children }: { children: ReactNode }) {
  const { name, mark, testNetworks, networks, isDemo } = siteFacts()
  const [t, wallets, kept] = [await getTranslations('frame'), await knownWallets(), await cookies()]
  const knowsTestMoney = kept.has(SEEN_COOKIE)
  const textOf = (family: 'evm' | 'svm') => encodeURIComponent(kept.get(walletCookie(family))?.value ?? '')
  const reader = { wallets, remembered: { evm: textOf('evm'), svm: textOf('svm') } }
  const page = (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only bg-sheet px-4 py-3 text-accent focus:not-sr-only focus:absolute focus:z-10 focus:m-2"
      >
        {t('skip')}
      </a>
      <header className="border-b border-rule print:hidden">
        {testNetworks && !knowsTestMoney && <TestMoney networks={testNetworks} isKnown={false} />}
        <div className="mx-auto flex min-h-14 w-full max-w-page items-center gap-x-2 px-4 sm:gap-x-4 sm:px-6">
          <PageLink
            href="/"
            className="me-auto inline-flex min-h-11 min-w-0 items-center gap-2.5 font-serif text-reading font-strong text-ink no-underline sm:text-title"
          >
            {mark ? (
              // oxlint-disable-next-line nextjs/no-img-element -- Of any size that its operator chose, and not ours to change.
              <img src={mark} alt="" width={32} height={32} className="size-8 shrink-0 object-contain" />
            ) : (
              <TollBar isLifted />
            )}
            <span className="truncate max-[22rem]:sr-only">{name}</span>
          </PageLink>
          <div className="hidden sm:block">
            <SiteNav />
          </div>
          {testNetworks && knowsTestMoney && <TestMoney networks={testNetworks} isKnown />}
          <Identity wallets={wallets} coins={payableAssets()} />
          <details className="relative sm:hidden">
            <summary className="flex min-h-11 cursor-pointer list-none items-center px-2 [&::-webkit-details-marker]:hidden">
              <svg
                viewBox="0 0 20 20"
                role="img"
                aria-label={t('menu')}
                className="size-5 stroke-current"
                strokeWidth="2"
              >
                <path d="M2 5h16M2 10h16M2 15h16" />
              </svg>
            </summary>
            <div className="absolute end-0 z-20 w-44 border border-edge bg-sheet p-2 shadow-dialog">
              <SiteNav />
            </div>
          </details>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-page flex-1 px-4 py-8 outline-none sm:px-6 sm:py-12"
      >
        {children}
      </main>
      <Footer />
    </div>
  )
  return <Queries reader={reader}>{isDemo ? <DemoWallet networks={networks}>{page}</DemoWallet> : page}</Queries>
}

const FOOT_LINK = 'flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-strong'

async function Footer() {
  const t = await getTranslations('frame')
  const { links, isDemo, walletConnectProjectId } = siteFacts()
  return (
    <footer className="border-t border-rule print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-wrap gap-x-6 px-4 py-4 text-small text-quiet sm:px-6">
        {links.map(({ title, href }) => (
          <a key={title} href={href} className={FOOT_LINK}>
            {title}
          </a>
        ))}
        {isDemo && (
          <PageLink href="/articles" className={FOOT_LINK}>
            {t('nav.articles')}
          </PageLink>
        )}
        <PageLink href="/facilitator" className={FOOT_LINK}>
          {t('nav.facilitator')}
        </PageLink>
        <div className="flex flex-wrap gap-x-6 sm:ms-auto">
          <Languages />
          <ThemeToggle initial={await readTheme()} />
        </div>
        <p className="basis-full py-2">{t(walletConnectProjectId === undefined ? 'noTrackers' : 'walletServices')}</p>
      </div>
    </footer>
  )
}

/** This page in the other languages, as links that need no script; crawlers find one language, the browser's. */
function Languages() {
  const t = useTranslations('frame')
  const locale = useLocale()
  return (
    <nav aria-label={t('language')} className="flex gap-x-4">
      {languages
        .filter((language) => localeOf[language] !== locale)
        .map((language) => (
          <a
            key={language}
            href={`/language/${language}`}
            lang={language}
            hrefLang={language}
            rel="nofollow"
            className={FOOT_LINK}
          >
            {languageNames[language]}
          </a>
        ))}
    </nav>
  )
}

/** A band above the first page that says so, a label in the head of every later one. */
function TestMoney({ networks, isKnown }: { networks: string[]; isKnown: boolean }) {
  const t = useTranslations('frame')
  const named = { networks: useFormatter().list(networks, { type: 'conjunction' }) }
  if (!isKnown)
    return (
      <TestBand>
        {t.rich('testNetwork', {
          ...named,
          strong: (words) => <strong>{words}</strong>,
          where: (words) => <span className="hidden sm:inline">{words}</span>,
        })}
      </TestBand>
    )
  return (
    <span
      title={t('testMoneyOn', named)}
      className="shrink-0 rounded-[2px] bg-test-tint px-2 text-small font-strong whitespace-nowrap text-test"
    >
      {t('testMoney')}
    </span>
  )
}
