import { useTranslations } from 'next-intl'
import { PaymentAmount } from '@/app/(site)/dashboard/_components/payment-amount'
import { assetFacts } from '@/lib/base/chains/asset-facts'
import { formatAtomic } from '@/lib/base/x402/money'
import { familyOf, networkName } from '@/lib/base/x402/networks'
import { isPaid } from '@/lib/base/x402/payment-status'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import type { RefundView } from '@/lib/base/x402/refund-view'
import type { PaymentRefunds } from '@/lib/shop/sellers/refunds/refunds'
import { CopyId } from '@/lib/site/ui/copy-id'
import { Notice } from '@/lib/site/ui/notice'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { RefundDesk } from './refund-desk'
import { RefundForm } from './refund-form'
import { RefundTransaction } from './refund-transaction'
import { SendRefund } from './send-refund'

type RefundSectionProps = {
  payment: PaymentView
  refunds: PaymentRefunds
  wallets: string[]
}

export function RefundSection({ payment, refunds, wallets }: RefundSectionProps) {
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
