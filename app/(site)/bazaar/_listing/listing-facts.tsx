import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { Badge } from '@/lib/site/ui/badge'
import { healthInWords, percentInWords } from '../_components/facts-in-words'
import { LeastPrice } from '../_components/least-price'
import { networksInShort } from '../_components/terms-in-short'

/**
 * The facts to choose by, in one line: price, networks, type, reliability. On a wide screen they form columns down the
 * list.
 */
export function ListingFacts({ listing }: { listing: Listing }) {
  const t = useTranslations('bazaar')
  const { type, method, options, health, settlements } = listing
  const state = healthInWords(t, { ...listing, lastProbedAt: health.lastProbedAt })
  const { payers } = settlements.last30Days
  return (
    <dl className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small lg:grid lg:grid-cols-[9rem_14rem_5rem_minmax(0,1fr)]">
      <Fact name={t('words.price')}>
        <LeastPrice options={options} />
      </Fact>
      <Fact name={t('words.networks')}>{networksInShort(t, options)}</Fact>
      <Fact name={t('words.kind')}>{type === 'mcp' ? t('terms.tool') : (method ?? 'HTTP')}</Fact>
      <Fact name={t('card.reliability')}>
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge state={state.badge}>{state.text}</Badge>
          {health.uptime30d !== null && (
            <span className="tabular-nums" title={t('card.ofChecks')}>
              {percentInWords(t, health.uptime30d)}
            </span>
          )}
          {payers > 0 && <span className="tabular-nums">{t('card.payers', { count: payers })}</span>}
        </span>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <dt className="sr-only">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
