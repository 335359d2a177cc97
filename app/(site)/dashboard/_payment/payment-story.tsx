import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import type { TimelineStep } from '@/lib/payments/payment-timeline'
import type { NamedRoute } from '@/lib/shop/sellers/routes/routes'
import { inWords } from '@/lib/site/messages/in-words'
import type { Translate } from '@/lib/site/messages/translate'
import { CopyId } from '@/lib/site/ui/copy-id'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { FollowLive } from '../_components/follow-live'
import { KeptLine } from '../_components/kept-line'
import { PaymentAmount } from '../_components/payment-amount'
import { PaymentBadge } from '../_components/payment-badge'
import { explanationOf, reasonInWords } from '../_components/payment-words'
import { SoldTitle } from '../_components/sold-title'

export async function PaymentHeading({ payment }: { payment: PaymentView }) {
  const t = await getTranslations('payments')
  const { settledAtomic, authorizedAtomic, payer } = payment
  return (
    <header className="grid gap-2">
      <h1 className="font-serif text-title font-strong">
        {t.rich('heading', {
          amount: () => <PaymentAmount {...payment} amountAtomic={settledAtomic ?? authorizedAtomic} />,
          payer: () => <span className="figures">{shortenMiddle(payer, { head: 6, tail: 4 })}</span>,
        })}
      </h1>
      <p role="status">
        <PaymentBadge payment={payment} />
      </p>
      <p>{t(`explained.${explanationOf(payment)}`)}</p>
      <FollowLive isWanted={!isOver(payment)} />
    </header>
  )
}

type PaymentStoryProps = {
  payment: PaymentView
  timeline: TimelineStep[]
  route: NamedRoute | undefined
}

/** The facts of a payment by which it is found elsewhere, and what happened step by step. */
export async function PaymentStory({ payment, timeline, route }: PaymentStoryProps) {
  const [t, say] = await Promise.all([getTranslations('payments'), getTranslations('sentences')])
  return (
    <div className="@container">
      <div className="grid gap-6 @3xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] @3xl:gap-x-12">
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] content-start items-baseline gap-x-6 gap-y-2">
          {factsOf(t, { payment, route }).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-quiet">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <section aria-labelledby="timeline" className="grid content-start gap-4">
          <h2 id="timeline" className="text-base font-strong">
            {t('timeline')}
          </h2>
          <ol className="grid gap-3 border-s border-rule ps-4">
            {timeline.map(({ name, at, note }) => (
              <li key={`${name} ${at.toISOString()}`} className="grid gap-0.5">
                <span>{t(`steps.${name}`)}</span>
                <span className="text-small text-quiet">
                  <Timestamp at={at} /> ({t('since', { seconds: secondsBetween(timeline[0]?.at ?? at, at) })})
                </span>
                {note && <span>{inWords(say, note)}</span>}
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  )
}

const isOver = ({ status, deliveredAt }: PaymentView) =>
  ['abandoned', 'refused', 'received', 'spent_zero', 'undecidable'].includes(status) ||
  (status === 'settled' && deliveredAt !== null)

function factsOf(
  t: Translate<'payments'>,
  { payment, route }: Omit<PaymentStoryProps, 'timeline'>,
): [string, ReactNode][] {
  const { authorizedAtomic, transaction, requestId, upstreamStatus } = payment
  return [
    [t('facts.charged'), <Charged key="charged" {...{ t, payment }} />],
    [t('facts.signedFor'), <PaymentAmount key="signed" {...payment} amountAtomic={authorizedAtomic} />],
    [t('columns.network'), networkName(payment.network)],
    [
      t('columns.whatFor'),
      <SoldTitle
        key="route"
        route={route}
        path={payment.resourceUri}
        {...(route && { href: `/dashboard/routes/${route.routeId}` })}
      />,
    ],
    [t('facts.payer'), <CopyId key="payer" value={payment.payer} name={t('names.payer')} />],
    [t('facts.paidTo'), <CopyId key="payTo" value={payment.payTo} name={t('names.payTo')} />],
    ...fact(transaction, (value) => [
      t('facts.transaction'),
      <CopyId key="tx" value={value} name={t('names.transaction')} />,
    ]),
    ...fact(payment.reason, (value) => [t('columns.reason'), reasonInWords(t, value)]),
    ...fact(upstreamStatus, (value) => [t('facts.upstream'), String(value)]),
    [t('facts.id'), <CopyId key="id" value={payment.paymentId} name={t('names.id')} />],
    ...fact(requestId, (value) => [
      t('facts.request'),
      <CopyId key="request" value={value} name={t('names.request')} />,
    ]),
  ]
}

const fact = <Value,>(value: Value | null, show: (value: Value) => [string, ReactNode]): [string, ReactNode][] =>
  value === null ? [] : [show(value)]

function Charged({ t, payment }: { t: Translate<'payments'>; payment: PaymentView }) {
  const { settledAtomic, keptAtomic } = payment
  if (settledAtomic === null) return t(isOver(payment) ? 'nothing' : 'nothingYet')
  if (keptAtomic === null) return <PaymentAmount {...payment} amountAtomic={settledAtomic} />
  return <KeptLine {...payment} amountAtomic={settledAtomic} keptAtomic={keptAtomic} />
}

const secondsBetween = (start: Date, at: Date) => (at.getTime() - start.getTime()) / 1000
