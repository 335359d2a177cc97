import NextLink from 'next/link'
import type { ReactNode } from 'react'
import { SiteNav } from './site-nav'
import type { Theme } from './theme'
import { ThemeToggle } from './theme-toggle'

type PageShellProps = {
  children: ReactNode
  theme: Theme
  /** The names of the test networks that this page spends on; null where the money is real. */
  testNetworks: string[] | null
  /** Whether the site has the demo's articles. */
  hasArticles: boolean
}

/** What every page has around it: skip link, test-network band, the places, the main part, the foot. */
export function PageShell({ children, theme, testNetworks, hasArticles }: PageShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only bg-sheet px-4 py-3 text-accent focus:not-sr-only focus:absolute focus:z-10 focus:m-2"
      >
        Skip to the content
      </a>
      <header className="border-b border-rule print:hidden">
        {testNetworks && <TestNetworkBand networks={testNetworks} />}
        <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-6 px-4 py-1 sm:px-6">
          <NextLink
            href="/"
            prefetch={false}
            className="inline-flex min-h-11 items-center font-serif text-title font-strong text-ink no-underline"
          >
            Turnpike
          </NextLink>
          <div className="order-last w-full sm:order-none sm:ms-auto sm:w-auto">
            <SiteNav hasArticles={hasArticles} />
          </div>
          <ThemeToggle initial={theme} />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-page flex-1 px-4 py-8 outline-none sm:px-6 sm:py-12"
      >
        {children}
      </main>
      <footer className="border-t border-rule print:hidden">
        <div className="mx-auto flex w-full max-w-page flex-wrap gap-x-6 px-4 py-4 text-small text-quiet sm:px-6">
          <p className="flex min-h-11 items-center">Turnpike sells and buys over HTTP 402.</p>
          <p className="flex min-h-11 items-center">
            No trackers, no third parties: every byte comes from this server.
          </p>
        </div>
      </footer>
    </div>
  )
}

function TestNetworkBand({ networks }: { networks: string[] }) {
  return (
    <p className="bg-test-tint px-4 py-1 text-center text-small text-test">
      <strong>Test network.</strong> Payments here move test money, which is worth nothing
      <span className="hidden sm:inline">, on {listed(networks)}</span>.
    </p>
  )
}

const listed = (names: string[]) => new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)
