import { Button } from '@/lib/ui/button'
import { CodeBlock } from '@/lib/ui/code-block'
import { Notice } from '@/lib/ui/notice'
import { shortenMiddle } from '@/lib/ui/shorten-middle'
import { formatAtomic } from '@/lib/x402/money'
import { networkName } from '@/lib/x402/networks'
import { type PaymentOption, priceInWords } from '@/lib/x402/payment-option'
import { Folded } from '../../../_components/folded'
import type { Drift } from './compare-terms'

/** The challenge as it came: decoded, and the header itself. */
export function RawTerms({ header, decoded }: { header: string | null; decoded: unknown }) {
  return (
    <div className="grid gap-2">
      <Folded title="The 402, decoded">
        <CodeBlock code={JSON.stringify(decoded, null, 2)} name="decoded payment requirements" />
      </Folded>
      {header !== null && (
        <Folded title="The PAYMENT-REQUIRED header as it came">
          <CodeBlock code={header} name="PAYMENT-REQUIRED header" />
        </Folded>
      )}
    </div>
  )
}

/** What the resource asks for beside what its listing says; nothing can be paid before the reader agrees. */
export function DriftNotice({ drifts, onAgree }: { drifts: Drift[]; onAgree: () => void }) {
  return (
    <Notice tone="waiting" title="It asks for something else than its listing says" announce="assertive">
      <ul className="grid list-disc gap-1 ps-5">
        {drifts.map((drift, index) => (
          <li key={index} className="wrap-anywhere">
            {driftInWords(drift)}
          </li>
        ))}
      </ul>
      <p>Nothing is signed yet. Go on only if you want these terms.</p>
      <p>
        <Button onClick={onAgree}>Agree to the terms it asks for now</Button>
      </p>
    </Notice>
  )
}

function driftInWords(drift: Drift): string {
  const { option } = drift
  const asked = priceInWords(option)
  if (drift.kind === 'price')
    return `It asks for ${asked}. Its listing says ${amountInWords(option, drift.listedAtomic)}.`
  if (drift.kind === 'payee') {
    return `For ${asked} it pays ${shortenMiddle(option.payTo)}. Its listing says ${shortenMiddle(drift.listedPayTo)}.`
  }
  return `It asks for ${asked}, to ${shortenMiddle(option.payTo)}. Its listing names no such price on ${networkName(option.network)}.`
}

const amountInWords = ({ coin }: PaymentOption, amountAtomic: bigint): string =>
  coin ? `${formatAtomic(amountAtomic, coin.decimals)} ${coin.symbol}` : `${amountAtomic} units`
