import type { ReactNode } from 'react'
import { PageShell } from '@/lib/ui/page-shell'
import { siteFacts } from '../_server/site-facts'
import { readTheme } from './theme'

/** The site's frame with this instance's facts in it; error pages outside the site's layout use it too. */
export async function SiteFrame({ children }: { children: ReactNode }) {
  const { testNetworks, isDemo } = await siteFacts()
  return (
    <PageShell theme={await readTheme()} testNetworks={testNetworks} hasArticles={isDemo}>
      {children}
    </PageShell>
  )
}
