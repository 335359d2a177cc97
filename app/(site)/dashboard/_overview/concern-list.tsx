import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Concerns } from '@/lib/shop/sellers/overview/list-concerns'
import { inWords } from '@/lib/site/messages/in-words'
import { Badge, type BadgeState } from '@/lib/site/ui/badge'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { PaymentAmount } from '../_components/payment-amount'

type Concern = { key: string; state: BadgeState; word: string; href: string; what: ReactNode; about?: ReactNode }

export const countConcerns = (concerns: Concerns): number =>
  Object.values(concerns).reduce((count, list) => count + list.length, 0)

/** Matters that wait for the seller, the costliest first; each links to where it is fixed. Nothing where none does. */
export function ConcernList({ concerns }: { concerns: Concerns }) {
  const t = useTranslations('dashboard.concerns')
  const rows = rowsOf(t, useTranslations('sentences'), concerns)
  if (rows.length === 0) return null
  return (
    <Section id="needs-you" title={t('title')} className="grid content-start gap-4">
      <ul className="border-t border-ink">
        {rows.map(({ key, state, word, href, what, about }) => (
          <li key={key} className="grid gap-1 border-b border-rule py-3">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <Badge state={state}>{word}</Badge>
              <Link href={href} className="-my-3 min-w-0 py-3 wrap-anywhere">
                {what}
              </Link>
            </span>
            {about && <span className="text-small text-quiet wrap-anywhere">{about}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

type Words = ReturnType<typeof useTranslations<'dashboard.concerns'>>
type Sentences = ReturnType<typeof useTranslations<'sentences'>>

function rowsOf(t: Words, say: Sentences, concerns: Concerns): Concern[] {
  const { failingRoutes, failingEndpoints, owed, faultyRoutes, idleRoutes } = concerns
  return [
    ...owed.map(
      ({ paymentId, title, network, asset, owedAtomic, settledAt }): Concern => ({
        key: paymentId,
        state: 'waiting',
        word: t('giveBack'),
        href: `/dashboard/payments/${paymentId}`,
        what: owedFor(t, title, <PaymentAmount {...{ network, asset, amountAtomic: owedAtomic }} />),
        about: t.rich('undelivered', { time: () => <Timestamp at={settledAt} /> }),
      }),
    ),
    ...failingRoutes.map(
      ({ route, failures, lastFailedAt }): Concern => ({
        key: route.routeId,
        state: 'refused',
        word: t('failing'),
        href: `/dashboard/routes/${route.routeId}`,
        what: route.title,
        about: t.rich('failures', { failures, time: () => <Timestamp at={lastFailedAt} /> }),
      }),
    ),
    ...failingEndpoints.map(
      ({ endpointId, url, failures }): Concern => ({
        key: endpointId,
        state: 'refused',
        word: t('webhook'),
        href: '/dashboard/webhooks',
        what: url,
        about: t('deliveries', { failures }),
      }),
    ),
    ...faultyRoutes.map(
      ({ routeId, title, fault }): Concern => ({
        key: routeId,
        state: 'refused',
        word: t('leftOut'),
        href: `/dashboard/routes/${routeId}`,
        what: title,
        about: inWords(say, fault),
      }),
    ),
    ...idleRoutes.map(
      ({ routeId, title, state }): Concern => ({
        key: routeId,
        state: idleStates[state],
        word: t(state),
        href: `/dashboard/routes/${routeId}`,
        what: title,
      }),
    ),
  ]
}

const owedFor = (t: Words, title: string | null, amount: ReactNode) =>
  title === null ? amount : t.rich('owed', { title, amount: () => amount })

const idleStates = { suspended: 'refused', paused: 'waiting', draft: 'neutral' } as const
