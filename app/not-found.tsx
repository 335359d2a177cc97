import type { Metadata } from 'next'
import { Link } from '@/lib/ui/link'
import { SiteFrame } from './_site/site-frame'

export const metadata: Metadata = { title: 'No such page' }

export default function NotFound() {
  return (
    <SiteFrame>
      <div className="grid max-w-measure gap-6">
        <h1 className="font-serif text-display font-strong">There is no page at this address</h1>
        <p>It may have moved, or the address may have lost a letter. Nothing was charged.</p>
        <p className="flex flex-wrap gap-4">
          <Link href="/" variant="primary">
            Go to the start
          </Link>
          <Link href="/articles" variant="plain">
            See the articles
          </Link>
        </p>
      </div>
    </SiteFrame>
  )
}
