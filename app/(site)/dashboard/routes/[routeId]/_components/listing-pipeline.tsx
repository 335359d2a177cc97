import { useTranslations } from 'next-intl'
import { checkTitle } from '@/app/(site)/bazaar/_server/check-in-words'
import { changeListing } from '@/app/(site)/dashboard/_actions/forms'
import { ActForm } from '@/app/(site)/dashboard/_components/form-end'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import type { ListingCheck } from '@/lib/site/compose/listing-checks'
import type { Messages } from '@/lib/site/messages/catalog'
import { inWords } from '@/lib/site/messages/in-words'
import { Badge, type BadgeState } from '@/lib/site/ui/badge'
import { Section } from '@/lib/site/ui/section'

type Status = RouteView['listing']['status']

const badges: Record<Status, BadgeState> = {
  not_listed: 'neutral',
  processing: 'waiting',
  success: 'settled',
  rejected: 'refused',
}

type ListingPipelineProps = { route: RouteView; checks: ListingCheck[] }

/**
 * The route's state in the bazaar, its checks there, and what to do about them. Empty for a route that opens only by
 * sign-in: the bazaar lists prices.
 */
export function ListingPipeline({ route, checks }: ListingPipelineProps) {
  const { routeId, kind, state, settings, listing } = route
  const t = useTranslations('routes')
  const words = useCheckWords()
  if (kind === 'sign_in') return null
  const isWanted = settings.discovery.isListed
  const open = checks.filter(({ isPassed }) => !isPassed)
  return (
    <Section id="listing" title={t('listing.title')} className="grid gap-4 border-t border-rule pt-8">
      <div role="status" className="grid gap-1">
        <p>
          <Badge state={badges[listing.status]}>{t(`listing.states.${listing.status}`)}</Badge>
        </p>
        <p>
          {listing.reason ??
            t(isWanted && state !== 'live' ? 'listing.whileLive' : `listing.meanings.${listing.status}`)}
        </p>
      </div>
      {isWanted && state !== 'archived' && (
        <div className="flex flex-wrap gap-4">
          {state === 'live' && (
            <ActForm action={changeListing} fields={{ routeId, act: 'refresh' }} label={t('listing.refresh')} />
          )}
          <ActForm action={changeListing} fields={{ routeId, act: 'delist' }} label={t('listing.delist')} />
        </div>
      )}
      {open.length > 0 && (
        <ul className="grid max-w-measure gap-4">
          {open.map(({ id, level, found, advice }) => (
            <li key={id} className="grid justify-items-start gap-2">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Badge state={level === 'required' ? 'refused' : 'waiting'}>
                  {t(level === 'required' ? 'listing.needed' : 'listing.notYet')}
                </Badge>
                <span className="font-strong">{words.titleOf(id)}</span>
              </p>
              <p className="text-small text-quiet">{words.adviceOf(id) ?? words.say(advice ?? found)}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function useCheckWords() {
  const t = useTranslations('bazaarChecks')
  const sentences = useTranslations('sentences')
  const tAdvice = useTranslations('listingChecks')
  return {
    titleOf: (id: string): string => checkTitle(t, id),
    say: (sentence: Sentence): string => inWords(sentences, sentence),
    /** Advice for a seller, where the catalog's own is for developers of other servers. */
    adviceOf: (id: string): string | null => {
      // A check without a text is looked up too, and missing.
      const key = id as keyof Messages['listingChecks']
      return tAdvice.has(key) ? tAdvice(key) : null
    },
  }
}
