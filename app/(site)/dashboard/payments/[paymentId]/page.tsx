import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { MissingPage } from '@/app/_site/missing-page'
import { titled } from '@/app/_site/titled'
import { networkName } from '@/lib/base/x402/networks'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import type { NamedRoute } from '@/lib/shop/sellers/routes/name-routes'
import { inWords } from '@/lib/site/messages/in-words'
import type { Translate } from '@/lib/site/messages/translate'
import { CopyId } from '@/lib/site/ui/copy-id'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { FollowLive } from '../../_components/follow-live'
import { KeptLine } from '../../_components/kept-line'
import { PaymentAmount } from '../../_components/payment-amount'
import { PaymentBadge } from '../../_components/payment-badge'
import { reasonInWords } from '../../_components/payment-words'
import { SoldTitle } from '../../_components/sold-title'
import { readPayment, readPaymentRefunds, readRouteNames } from '../../_server/seller-reads'
import { RefundSection } from './_components/refund-section'

export const generateMetadata = titled('payments.one')

export default async function PaymentPage({ params }: { params: Promise<{ paymentId: string }> }) {
  const found = await readPayment((await params).paymentId)
  if (!found) return <MissingPage />
  const { payment, timeline } = found
  const refunds = await readPaymentRefunds(payment.paymentId)
  const route = (await readRouteNames([payment])).get(payment.routeKey)
  const [t, say] = await Promise.all([getTranslations('payments'), getTranslations('sentences')])
  return (
    <div className="grid gap-8">
      <header className="grid gap-3">
        <h1 className="font-serif text-display font-strong">{t('one')}</h1>
        <p role="status">
          <PaymentBadge payment={payment} />
        </p>
        <FollowLive isWanted={!isOver(payment)} />
      </header>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2 sm:gap-x-8">
        {factsOf(t, payment, route).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="timeline" className="grid gap-4">
        <h2 id="timeline" className="text-title font-strong">
          {t('timeline')}
        </h2>
        <ol className="grid gap-3 border-s border-rule ps-4">
          {timeline.map(({ name, at, note }) => (
            <li key={`${name} ${at.toISOString()}`} className="grid gap-0.5">
              <span className="font-strong">{t(`steps.${name}`)}</span>
              <span className="text-small text-quiet">
                <Timestamp at={at} /> ({t('since', { seconds: secondsBetween(timeline[0]?.at ?? at, at) })})
              </span>
              {note && <span>{inWords(say, note)}</span>}
            </li>
          ))}
        </ol>
      </section>
      <RefundSection payment={payment} refunds={refunds} />
    </div>
  )
}

const isOver = ({ status, deliveredAt }: PaymentView) =>
  ['abandoned', 'refused', 'received', 'spent_zero', 'undecidable'].includes(status) ||
  (status === 'settled' && deliveredAt !== null)

function factsOf(t: Translate<'payments'>, payment: PaymentView, route: NamedRoute | undefined): [string, ReactNode][] {
  const { network, asset, authorizedAtomic, settledAtomic, transaction } = payment
  const { keptAtomic } = payment
  const charged =
    settledAtomic === null ? (
      t(isOver(payment) ? 'nothing' : 'nothingYet')
    ) : keptAtomic === null ? (
      <PaymentAmount {...{ network, asset }} amountAtomic={settledAtomic} />
    ) : (
      <KeptLine {...payment} amountAtomic={settledAtomic} keptAtomic={keptAtomic} />
    )
  return [
    [t('facts.charged'), charged],
    [t('facts.signedFor'), <PaymentAmount key="signed" {...{ network, asset }} amountAtomic={authorizedAtomic} />],
    [t('columns.network'), networkName(network)],
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
    ...(transaction
      ? [
          [t('facts.transaction'), <CopyId key="tx" value={transaction} name={t('names.transaction')} />] as [
            string,
            ReactNode,
          ],
        ]
      : []),
    ...(payment.reason ? [[t('columns.reason'), reasonInWords(t, payment.reason)] as [string, ReactNode]] : []),
    [t('facts.id'), <CopyId key="id" value={payment.paymentId} name={t('names.id')} />],
  ]
}

const secondsBetween = (start: Date, at: Date) => (at.getTime() - start.getTime()) / 1000
