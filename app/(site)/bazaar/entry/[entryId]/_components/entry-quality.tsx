import type { ReactNode } from 'react'
import { Badge } from '@/lib/ui/badge'
import { Timestamp } from '@/lib/ui/timestamp'
import {
  healthInWords,
  percent,
  problemInWords,
  recentUseInWords,
  sourceInWords,
  suspicionInWords,
} from '../../../_components/facts-in-words'
import type { Listing } from '../../../_server/explorer'

/** What decides where a search places it, beside its words: proof, health, independent payers, doubts. */
export function EntryQuality({ listing }: { listing: Listing }) {
  const { health, settlements, suspicions, problems } = listing
  const words = healthInWords({ ...listing, lastProbedAt: health.lastProbedAt })
  const uptime = (share: number | null) => (share === null ? 'not known yet' : percent(share))
  return (
    <section aria-labelledby="quality" className="grid content-start gap-4">
      <h2 id="quality" className="text-title font-strong">
        Quality
      </h2>
      <p className="max-w-measure text-quiet">
        A search goes by how well the words fit. What stands here decides between equals and shifts a score by an eighth
        at most. Payments from the seller&apos;s own wallets do not count.
      </p>
      <dl className="grid grid-cols-[9rem_minmax(0,1fr)] text-small sm:grid-cols-[12rem_minmax(0,1fr)]">
        <Fact name="Now">
          <Badge state={words.badge}>{words.text}</Badge>
        </Fact>
        <Fact name="Source">{sourceInWords(listing.source, listing.sourceLabel)}</Fact>
        <Fact name="Last check">{health.lastProbedAt ? <Timestamp at={health.lastProbedAt} /> : 'never'}</Fact>
        <Fact name="Answered, 24 hours">{uptime(health.uptime24h)}</Fact>
        <Fact name="Answered, 30 days">{uptime(health.uptime30d)}</Fact>
        <Fact name="Time to answer">{health.latencyMs === null ? 'not known yet' : `${health.latencyMs} ms`}</Fact>
        <Fact name="Payments settled here">{settlements.total}</Fact>
        <Fact name="From other wallets">{settlements.organic}</Fact>
        <Fact name="Independent payers">{settlements.organicPayers}</Fact>
        <Fact name="Of late">{recentUseInWords(settlements.last30Days)}</Fact>
        {settlements.countedAt && (
          <Fact name="Counted">
            <Timestamp at={settlements.countedAt} />
          </Fact>
        )}
        <Fact name="First seen">
          <Timestamp at={listing.firstSeenAt} />
        </Fact>
        <Fact name="Last changed">
          <Timestamp at={listing.lastUpdatedAt} />
        </Fact>
        {problems.length + suspicions.length > 0 && (
          <Fact name="Doubts">
            <ul>
              {[...suspicions.map(suspicionInWords), ...problems.map(problemInWords)].map((doubt) => (
                <li key={doubt}>{doubt}</li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid gap-x-4 border-b border-rule py-2">
      <dt className="text-quiet">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}
