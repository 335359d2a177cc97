import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { walletCookie } from '@/lib/site/browser/remembered-wallet'
import { PageShell } from '@/lib/site/ui/page-shell'
import { SEEN_COOKIE } from '@/lib/site/ui/test-money'
import { knownWallets } from '../_server/reader'
import { payableAssets, siteFacts } from '../_server/site-facts'
import { DemoWallet } from './demo-wallet'
import { Identity } from './identity'
import { Queries } from './queries'
import { readTheme } from './theme'

/** The site's frame with this instance's facts in it; error pages outside the site's layout use it too. */
export async function SiteFrame({ children }: { children: ReactNode }) {
  const { name, mark, links, testNetworks, networks, isDemo, ...facts } = siteFacts()
  const hasWalletServices = facts.walletConnectProjectId !== undefined
  const [wallets, kept] = [await knownWallets(), await cookies()]
  const textOf = (family: 'evm' | 'svm') => encodeURIComponent(kept.get(walletCookie(family))?.value ?? '')
  const reader = { wallets, remembered: { evm: textOf('evm'), svm: textOf('svm') } }
  const site = { name, mark, links, hasWalletServices }
  const page = (
    <PageShell
      site={site}
      theme={await readTheme()}
      testNetworks={testNetworks}
      knowsTestMoney={kept.has(SEEN_COOKIE)}
      hasArticles={isDemo}
      identity={<Identity wallets={wallets} coins={payableAssets()} />}
    >
      {children}
    </PageShell>
  )
  return <Queries reader={reader}>{isDemo ? <DemoWallet networks={networks}>{page}</DemoWallet> : page}</Queries>
}
