import { useFormatter, useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { languageNames, languages, localeOf } from '@/lib/site/messages/languages'
import { PageLink } from './page-link'
import { SiteNav } from './site-nav'
import type { Theme } from './theme'
import { ThemeToggle } from './theme-toggle'

type SiteIdentity = {
  name: string
  mark: string | null
  footer: string | undefined
  links: { title: string; href: string }[]
  /** The site offers wallets outside of the browser, through other operators' servers. */
  hasWalletServices: boolean
}

type PageShellProps = {
  site: SiteIdentity
  children: ReactNode
  theme: Theme
  /** The names of the test networks that this page spends on; null where the money is real. */
  testNetworks: string[] | null
  hasArticles: boolean
  identity: ReactNode
}

/** The frame of every page: skip link, test-network band, navigation, the main part, the foot. */
export function PageShell({ children, site, theme, testNetworks, hasArticles, identity }: PageShellProps) {
  const t = useTranslations('frame')
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only bg-sheet px-4 py-3 text-accent focus:not-sr-only focus:absolute focus:z-10 focus:m-2"
      >
        {t('skip')}
      </a>
      <header className="border-b border-rule print:hidden">
        {testNetworks && <TestNetworkBand networks={testNetworks} />}
        <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-6 px-4 py-1 sm:px-6">
          <PageLink
            href="/"
            className="inline-flex min-h-11 min-w-0 items-center gap-3 font-serif text-title font-strong text-ink no-underline wrap-anywhere"
          >
            {site.mark && (
              // oxlint-disable-next-line nextjs/no-img-element -- Of any size that its operator chose, and not ours to change.
              <img src={site.mark} alt="" width={32} height={32} className="size-8 shrink-0 object-contain" />
            )}
            {site.name}
          </PageLink>
          <div className="order-last w-full sm:order-none sm:ms-auto sm:w-auto">
            <SiteNav hasArticles={hasArticles} />
          </div>
          <div className="flex items-center gap-x-4">
            {identity}
            <ThemeToggle initial={theme} />
          </div>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-page flex-1 px-4 py-8 outline-none sm:px-6 sm:py-12"
      >
        {children}
      </main>
      <Footer site={site} />
    </div>
  )
}

function Footer({ site: { name, footer, links, hasWalletServices } }: { site: SiteIdentity }) {
  const t = useTranslations('frame')
  const isOurs = name === SOFTWARE
  return (
    <footer className="border-t border-rule print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-wrap gap-x-6 px-4 py-4 text-small text-quiet sm:px-6">
        {footer && <p className="flex min-h-11 items-center">{footer}</p>}
        {links.map(({ title, href }) => (
          <a
            key={title}
            href={href}
            className="flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            {title}
          </a>
        ))}
        <PageLink
          href="/docs"
          className="flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-strong"
        >
          {t('documentation')}
        </PageLink>
        <p className="flex min-h-11 items-center">{t(isOurs ? 'ours' : 'runsOn', { name: SOFTWARE })}</p>
        <p className="flex min-h-11 items-center">{t(hasWalletServices ? 'walletServices' : 'noTrackers')}</p>
        <Languages />
      </div>
    </footer>
  )
}

const SOFTWARE = 'Turnpike'

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
            className="flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            {languageNames[language]}
          </a>
        ))}
    </nav>
  )
}

function TestNetworkBand({ networks }: { networks: string[] }) {
  const t = useTranslations('frame')
  const format = useFormatter()
  return (
    <p className="bg-test-tint px-4 py-1 text-center text-small text-test">
      {t.rich('testNetwork', {
        networks: format.list(networks, { type: 'conjunction' }),
        strong: (words) => <strong>{words}</strong>,
        where: (words) => <span className="hidden sm:inline">{words}</span>,
      })}
    </p>
  )
}
