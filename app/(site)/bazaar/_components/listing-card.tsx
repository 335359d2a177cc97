import NextLink from 'next/link'
import { Badge } from '@/lib/ui/badge'
import { Link } from '@/lib/ui/link'
import { Timestamp } from '@/lib/ui/timestamp'
import type { Listing } from '../_server/explorer'
import { Breakable } from './breakable'
import { entryAddress } from './entry-address'
import { healthInWords, percent, sourceInWords, useInWords } from './facts-in-words'
import { headingOf } from './heading-of'
import { ListingSign } from './listing-sign'
import { OptionPrice } from './option-price'
import { hostAddress, hostOf } from './shop-address'
import { TagList } from './tag-list'
import { WhyHere } from './why-here'

const SHOWN_OPTIONS = 3

type ListingCardProps = { listing: Listing; icon: string | null; isAtHost?: boolean }

export function ListingCard({ listing, icon, isAtHost = false }: ListingCardProps) {
  const { type, method, resource, options, health, settlements, ranking } = listing
  const { title, rest } = headingOf(listing)
  const state = healthInWords({ ...listing, lastProbedAt: health.lastProbedAt })
  const host = isAtHost ? null : hostOf(listing)
  const more = options.length - SHOWN_OPTIONS
  return (
    <article className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4 py-6">
      <ListingSign type={type} icon={icon} />
      <div className="grid min-w-0 gap-2 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-x-8">
        <div className="grid min-w-0 content-start gap-2">
          <h2 className="text-reading font-strong" dir="auto">
            <NextLink
              href={entryAddress(listing.key)}
              prefetch={false}
              className="-my-2 inline-block py-2 wrap-anywhere text-ink no-underline hover:underline"
            >
              <Breakable text={title} />
            </NextLink>
          </h2>
          <p className="figures line-clamp-2 text-small text-quiet">
            {type === 'mcp' ? 'MCP tool' : (method ?? 'HTTP')} <Breakable text={resource} />
          </p>
          {rest && (
            <p dir="auto" className="line-clamp-3 max-w-measure wrap-anywhere">
              {rest}
            </p>
          )}
          <TagList tags={listing.tags} />
          {ranking && <WhyHere ranking={ranking} />}
        </div>
        <div className="grid content-start justify-items-start gap-2 text-small">
          <ul>
            {options.slice(0, SHOWN_OPTIONS).map((option, index) => (
              <li key={index} className="wrap-anywhere">
                <OptionPrice option={option} />
              </li>
            ))}
            {more > 0 && <li className="text-quiet">and {more} more ways to pay</li>}
            {options.length === 0 && <li>No way to pay is known</li>}
          </ul>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge state={state.badge}>{state.text}</Badge>
            {health.uptime30d !== null && <span>{percent(health.uptime30d)} of checks in 30 days</span>}
          </p>
          <p>{useInWords(settlements.last30Days)}</p>
          <p className="text-quiet">{sourceInWords(listing.source, listing.sourceLabel)}</p>
          {host && (
            <p className="wrap-anywhere">
              <Link href={hostAddress(host)} className="-my-2 inline-block py-3 lg:my-0 lg:py-1">
                Everything at {host}
              </Link>
            </p>
          )}
          <p className="text-quiet">
            First seen <Timestamp at={listing.firstSeenAt} />
          </p>
          {listing.suspicions.length > 0 && <Badge state="refused">Doubtful</Badge>}
        </div>
      </div>
    </article>
  )
}
