import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_components/missing-page'
import { type Fact, Facts, Page } from '@/app/(site)/_components/page'
import { SoldTitle } from '@/app/(site)/dashboard/_components/notices'
import { assetFacts } from '@/lib/base/chains/assets'
import { formatAtomic } from '@/lib/base/x402/money'
import { familyOf, networkName } from '@/lib/base/x402/networks'
import { isPaid, type PaymentView, type RefundView, type TimelineStep } from '@/lib/base/x402/views'
import type { PaymentRefunds } from '@/lib/shop/sellers/refunds/refunds'
import type { NamedRoute } from '@/lib/shop/sellers/routes/routes'
import { inWords } from '@/lib/site/messages/in-words'
import type { Translate } from '@/lib/site/messages/translate'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { CopyId } from '@/lib/site/ui/copy-button'
import { Notice } from '@/lib/site/ui/notice'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { FollowLive } from '../../_components/follow-live'
import { KeptLine, PaymentAmount, PaymentBadge } from '../../_components/payment-amount'
import { explanationOf, reasonInWords } from '../../_components/payment-words'
import { find, read, readOwnShop, readRouteNames, titledForSellers } from '../../_server/dashboard'
import { RefundDesk, RefundForm, RefundTransaction, SendRefund } from '../_components/refund-forms'

export const generateMetadata = titledForSellers('payments.one')

export default async function PaymentPage({ params }: { params: Promise<{ paymentId: string }> }) {
  const { wallets } = await readOwnShop()
  const payment = await find('getPayment', await params)
  if (!payment) return <MissingPage />
  const { settledAtomic, authorizedAtomic, payer } = payment
  const [t, refunds, names] = await Promise.all([
    getTranslations('payments'),
    read('listRefunds', payment),
    readRouteNames([payment]),
  ])
  return (
    <Page
      back={{ href: '/dashboard/payments', label: t('title') }}
      title={t.rich('heading', {
        amount: () => <PaymentAmount {...payment} amountAtomic={settledAtomic ?? authorizedAtomic} />,
        payer: () => <span className="figures">{shortenMiddle(payer, { head: 6, tail: 4 })}</span>,
      })}
      head={
        <>
          <p role="status">
            <PaymentBadge payment={payment} />
          </p>
          <p>{t(`explained.${explanationOf(payment)}`)}</p>
        </>
      }
    >
      <FollowLive isWanted={!isOver(payment)} />
      <RefundSection {...{ payment, refunds }} wallets={wallets.map(({ address }) => address)} />
      <PaymentStory payment={payment} route={names.get(payment.routeKey)} />
    </Page>
  )
}

type PaymentStoryProps = { payment: PaymentView & { timeline: TimelineStep[] }; route: NamedRoute | undefined }

/** The facts of a payment by which it is found elsewhere, and what happened step by step. */
async function PaymentStory({ payment, route }: PaymentStoryProps) {
  const { timeline } = payment
  const [t, say] = await Promise.all([getTranslations('payments'), getTranslations('sentences')])
  return (
    <div className="@container">
      <div className="grid gap-6 @3xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] @3xl:gap-x-12">
        <Facts facts={factsOf(t, { payment, route })} />
        <section aria-labelledby="timeline" className="grid content-start gap-4">
          <h2 id="timeline" className="text-base font-strong">
            {t('timeline')}
          </h2>
          <ol className="grid gap-3 border-s border-rule ps-4">
            {timeline.map(({ name, at, note }) => {
              const seconds = (at.getTime() - (timeline[0]?.at ?? at).getTime()) / 1000
              return (
                <li key={`${name} ${at.toISOString()}`} className="grid gap-0.5">
                  <span>{t(`steps.${name}`)}</span>
                  <span className="text-small text-quiet">
                    {seconds > 0 && seconds < 60 ? t('since', { seconds }) : <Timestamp at={at} />}
                  </span>
                  {note && <span>{inWords(say, note)}</span>}
                </li>
              )
            })}
          </ol>
        </section>
      </div>
    </div>
  )
}

const isOver = ({ status, deliveredAt }: PaymentView) =>
  ['abandoned', 'refused', 'received', 'spent_zero', 'undecidable'].includes(status) ||
  (status === 'settled' && deliveredAt !== null)

function factsOf(t: Translate<'payments'>, { payment, route }: PaymentStoryProps): Fact[] {
  const { authorizedAtomic, resourceUri, upstreamStatus } = payment
  const copied = (id: string | null, name: 'payer' | 'payTo' | 'transaction' | 'id' | 'request') =>
    id && <CopyId value={id} name={t(`names.${name}`)} />
  return [
    [t('facts.charged'), <Charged key="charged" {...{ t, payment }} />],
    [t('facts.signedFor'), <PaymentAmount key="signed" {...payment} amountAtomic={authorizedAtomic} />],
    [t('columns.network'), networkName(payment.network)],
    [
      t('columns.whatFor'),
      <SoldTitle key="route" route={route} path={resourceUri} href={route && `/dashboard/routes/${route.routeId}`} />,
    ],
    [t('facts.payer'), copied(payment.payer, 'payer')],
    [t('facts.paidTo'), copied(payment.payTo, 'payTo')],
    [t('facts.transaction'), copied(payment.transaction, 'transaction')],
    [t('columns.reason'), payment.reason && reasonInWords(t, payment.reason)],
    [t('facts.upstream'), upstreamStatus],
    [t('facts.id'), copied(payment.paymentId, 'id')],
    [t('facts.request'), copied(payment.requestId, 'request')],
  ]
}

function Charged({ t, payment }: { t: Translate<'payments'>; payment: PaymentView }) {
  const { settledAtomic, keptAtomic } = payment
  if (settledAtomic === null) return t(isOver(payment) ? 'nothing' : 'nothingYet')
  if (keptAtomic === null) return <PaymentAmount {...payment} amountAtomic={settledAtomic} />
  return <KeptLine {...payment} amountAtomic={settledAtomic} keptAtomic={keptAtomic} />
}

type RefundSectionProps = {
  payment: PaymentView
  refunds: PaymentRefunds
  wallets: string[]
}

function RefundSection({ payment, refunds, wallets }: RefundSectionProps) {
  const { confirmed, promised, leftAtomic } = refunds
  const t = useTranslations('payments')
  const { network, asset, paymentId, status } = payment
  const facts = assetFacts(network, asset)
  if (!isPaid(status) || familyOf(network) === 'avm' || !facts) return null
  return (
    <section aria-label={t('refunds.title')} className="grid gap-4">
      <RefundDesk>
        {confirmed.length > 0 && (
          <ul className="grid gap-3">
            {confirmed.map((refund) => (
              <li key={refund.refundId} className="grid gap-0.5">
                <span className="font-strong">
                  {t.rich('refunds.given', { amount: () => <PaymentAmount {...refund} /> })}
                </span>
                <span className="text-small text-quiet">
                  {refund.confirmedAt && <Timestamp at={refund.confirmedAt} />}{' '}
                  {refund.transaction && <CopyId value={refund.transaction} name={t('names.refundTransaction')} />}
                </span>
              </li>
            ))}
          </ul>
        )}
        {promised.map((refund) => (
          <Promised key={refund.refundId} {...{ refund, payment, facts, wallets }} />
        ))}
        {leftAtomic > 0n && (
          <RefundForm
            {...{ paymentId, symbol: facts.symbol, isSentHere: familyOf(network) === 'evm' }}
            left={formatAtomic(leftAtomic, facts.decimals)}
          />
        )}
      </RefundDesk>
    </section>
  )
}

type PromisedProps = {
  refund: RefundView
  payment: PaymentView
  facts: { symbol: string; decimals: number }
  wallets: string[]
}

function Promised({ refund, payment: { payer, payTo }, facts, wallets }: PromisedProps) {
  const t = useTranslations('payments')
  const { refundId, network, asset, amountAtomic } = refund
  const amount = useLocalDigits()(`${formatAtomic(amountAtomic, facts.decimals)} ${facts.symbol}`)
  return (
    <Notice tone="waiting" title={t('refunds.ready', { amount })}>
      <p>
        {t.rich('refunds.promised', {
          network: networkName(network),
          payer: () => <CopyId value={payer} name={t('names.payer')} />,
        })}
      </p>
      {familyOf(network) === 'evm' && (
        <SendRefund
          {...{ refundId, amount }}
          transfer={{ network, asset, to: payer, amountAtomic }}
          senders={[payTo, ...wallets].map((address) => address.toLowerCase())}
        />
      )}
      <RefundTransaction refundId={refundId} />
    </Notice>
  )
}
