import type { ReactNode } from 'react'
import { PageShell } from '@/lib/ui/page-shell'
import { siteFacts } from '../_server/site-facts'
import { readTheme } from './theme'

/** The site's frame with this instance's facts in it; error pages outside the site's layout use it too. */
export async function SiteFrame({ children }: { children: ReactNode }) {
  const { name, mark, footer, links, testNetworks, isDemo } = await siteFacts()
  const site = { name, mark, footer, links }
  return (
    <PageShell site={site} theme={await readTheme()} testNetworks={testNetworks} hasArticles={isDemo}>
      {children}
    </PageShell>
  )
}
