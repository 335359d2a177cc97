import { Link } from '@/lib/ui/link'

/** What a reader finds at an address without a page, inside the frame of the site. */
export function NoSuchPage() {
  return (
    <div className="grid max-w-measure gap-6">
      <h1 className="font-serif text-display font-strong">There is no page at this address</h1>
      <p>It may have moved, or the address may have lost a letter. Nothing was charged.</p>
      <p className="flex flex-wrap gap-4">
        <Link href="/" variant="primary">
          Go to the start
        </Link>
        <Link href="/bazaar" variant="plain">
          See what can be bought
        </Link>
      </p>
    </div>
  )
}
