import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Link } from '@/lib/ui/link'

export const metadata: Metadata = { title: 'Not for sale', robots: { index: false } }

type Props = { searchParams: Promise<{ code?: string | string[]; shop?: string | string[] }> }

const reasons: Record<string, { title: string; detail: string }> = {
  not_found: {
    title: 'There is nothing at this address',
    detail: 'It may have moved, or the address may have lost a letter. Nothing was charged.',
  },
  route_paused: {
    title: 'This is not for sale just now',
    detail: 'Its seller has paused it, and you were not charged. What you have bought before opens from your library.',
  },
  route_suspended: {
    title: 'This is not for sale',
    detail:
      'Those who run this site have suspended it, and you were not charged. What you have bought before opens from your library.',
  },
  route_closed: {
    title: 'This has been closed',
    detail:
      'Those who run this site have closed it, also to those who bought it. No payment was taken now; ask its seller about an earlier one.',
  },
}

/** What a browser sees at an address of a shop that sells nothing now. */
export default async function UnsoldPage({ searchParams }: Props) {
  const { code, shop } = await searchParams
  const reason = typeof code === 'string' && Object.hasOwn(reasons, code) ? reasons[code] : undefined
  if (!reason) notFound()
  return (
    <div className="grid max-w-measure gap-6">
      <h1 className="font-serif text-display font-strong">{reason.title}</h1>
      <p>{reason.detail}</p>
      <p className="flex flex-wrap gap-4">
        {typeof shop === 'string' && /^[a-z0-9-]{2,32}$/.test(shop) && (
          <Link href={`/x/${shop}`} variant="primary">
            See the shop
          </Link>
        )}
        <Link href="/library" variant="plain">
          Your library
        </Link>
        <Link href="/bazaar" variant="plain">
          See what can be bought
        </Link>
      </p>
    </div>
  )
}
