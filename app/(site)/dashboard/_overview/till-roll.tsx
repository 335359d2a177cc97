import clsx from 'clsx'
import { useFormatter, useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { TillLine } from '@/lib/payments/list-till'
import type { Till } from '@/lib/shop/sellers/payments/read-till'
import type { Earning } from '@/lib/shop/sellers/payments/summarize-earnings'
import type { NamedRoute } from '@/lib/shop/sellers/routes/name-routes'
import { Link } from '@/lib/site/ui/link'
import { PageLink } from '@/lib/site/ui/page-link'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { figuresOf, PaymentAmount } from '../_components/payment-amount'
import { pathOf } from '../_components/sold-title'

type TillRollProps = {
  till: Till
  /** The sums of today's lines, one per asset. */
  today: Earning[]
  payees: { network: string; address: string }[]
  names: ReadonlyMap<string, NamedRoute>
}

/** Today sale by sale, as a till prints it; a line opens its payment. */
export function TillRoll({ till: { day, lines, isWhole }, today, payees, names }: TillRollProps) {
  const t = useTranslations('dashboard.till')
  const format = useFormatter()
  const title = t('title', { day: format.dateTime(day, { day: 'numeric', month: 'long', timeZone: 'UTC' }) })
  return (
    <section aria-label={title} className="grid content-start gap-3 border border-rule bg-sheet p-4 sm:p-6">
      <h2 className="flex justify-between gap-4 text-small text-quiet">
        <span>{title}</span>
        <span>
          <span aria-hidden className="text-settled">
            ●
          </span>{' '}
          {t('live')}
        </span>
      </h2>
      {lines.length === 0 && <p className="py-6 text-quiet">{t('empty')}</p>}
      <ol>
        {lines.map((line) => (
          <Line key={`${line.kind} ${line.paymentId} ${line.at.toISOString()}`} line={line} names={names} />
        ))}
      </ol>
      {!isWhole && (
        <p>
          <Link href="/dashboard/payments" className="inline-flex min-h-11 items-center text-small">
            {t('more')}
          </Link>
        </p>
      )}
      {today.map((sum) => (
        <Foot
          key={`${sum.network} ${sum.asset}`}
          sum={sum}
          isOne={today.length === 1}
          payee={payees.find(({ network }) => network === sum.network)?.address ?? null}
        />
      ))}
      <p className="text-small text-quiet">{t('utc')}</p>
    </section>
  )
}

function Line({ line, names }: { line: TillLine } & Pick<TillRollProps, 'names'>) {
  const t = useTranslations('dashboard.till')
  const format = useFormatter()
  const { kind, at, paymentId, routeKey, resourceUri, isGivenBack } = line
  const title = names.get(routeKey)?.title ?? pathOf(resourceUri)
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: 'UTC' } as const
  const figures = useLocalDigits()(figuresOf(line))
  const isStruck = kind === 'sale' && isGivenBack
  return (
    <li className="relative grid grid-cols-[max-content_minmax(0,1fr)_max-content] items-baseline gap-x-3 border-b border-dotted border-edge py-2.5 hover:bg-shade">
      <time dateTime={at.toISOString()} className="figures text-small text-quiet">
        {format.dateTime(at, time)}
      </time>
      <PageLink
        {...(kind === 'sale' && { id: `open-${paymentId}` })}
        href={`/dashboard?open=${paymentId}`}
        scroll={false}
        className="whole-row text-ink no-underline wrap-anywhere"
      >
        <span className="line-clamp-2">
          {kind === 'refund' && `${t('givenBack')} `}
          <span className={clsx(kind === 'refund' && 'text-small text-quiet')}>{title}</span>
        </span>
      </PageLink>
      <span className={clsx('figures', isStruck && 'text-quiet')}>
        {kind === 'refund' && '−'}
        {isStruck ? <s>{figures}</s> : figures}
      </span>
    </li>
  )
}

function Foot({ sum, isOne, payee }: { sum: Earning; isOne: boolean; payee: string | null }) {
  const t = useTranslations('dashboard.till')
  const network = networkName(sum.network)
  const amount = (amountAtomic: bigint) => <PaymentAmount {...sum} amountAtomic={amountAtomic} />
  return (
    <div className="grid gap-1 border-t border-ink pt-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-strong">{isOne ? t('kept') : t('keptOn', { network })}</span>
        <span className="text-title font-strong">
          <PaymentAmount {...sum} amountAtomic={sum.keptAtomic} />
        </span>
      </p>
      <p className="text-small text-quiet">
        {t.rich('cameIn', { came: () => amount(sum.amountAtomic), given: () => amount(sum.refundedAtomic) })}
      </p>
      {payee && (
        <p className="text-small text-quiet">
          {t.rich('paidTo', {
            network,
            address: () => <span className="figures">{shortenMiddle(payee, { head: 6, tail: 4 })}</span>,
          })}
        </p>
      )}
    </div>
  )
}
