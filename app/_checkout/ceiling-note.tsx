import { formatAtomic } from '@/lib/x402/money'
import type { PaymentOption } from '@/lib/x402/payment-option'

/** What a payment up to a ceiling asks of the wallet, before it asks. */
export function CeilingNote({ option: { amountAtomic, coin } }: { option: PaymentOption }) {
  const ceiling = coin ? `${formatAtomic(amountAtomic, coin.decimals)} ${coin.symbol}` : `${amountAtomic} units`
  return (
    <div className="grid gap-2 border-s-4 border-edge bg-shade p-4 text-small">
      <p>
        You sign for at most {ceiling}. What is charged is measured afterwards, can be less, and can never be more; the
        receipt shows it.
      </p>
      <p>
        Such payments go through Permit2, a contract that many shops share. The first time, your wallet asks twice: once
        to let Permit2 move this amount, once for the payment. Both are signatures alone, so you need no coin for gas.
      </p>
    </div>
  )
}
