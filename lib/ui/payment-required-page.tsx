import type { Root } from 'hast'
import type { ReactNode } from 'react'
import { isTestNetwork, networkName } from '@/lib/x402/networks'
import { forProgramsInWords, leastInWords, type PaymentOption, splitForPeople } from '@/lib/x402/payment-option'
import { type Access, accessInWords } from './access'
import { Amount } from './amount'
import { CodeBlock } from './code-block'
import { CopyId } from './copy-id'
import { FormattedText } from './formatted-text'
import { GoodsHead } from './goods-head'
import { mediaTypeInWords } from './media-type-in-words'
import { Notice } from './notice'
import { PayBar } from './pay-bar'
import { Receipt, type ReceiptLine } from './receipt'
import { terminalCommands } from './terminal-commands'
import { TollBar } from './toll-bar'

type PaidResource = {
  /** The canonical resource URI: what the payment is bound to. */
  uri: string
  method: string
  title: string
  description?: string
  mimeType?: string
  /** Who is paid, in words. */
  payee: string
}

type PaymentRequiredPageProps = {
  resource: PaidResource
  options: PaymentOption[]
  access: Access
  /** Whose goods they are, and where the rest of that shop is; null for the site's own. */
  shop?: { name: string; href: string } | null
  /** The free part. */
  teaser?: Root | null
  /** Why the last attempt was turned down, in a plain sentence. */
  refusal?: string
  /** A wallet of the demo can pay from a clone. */
  hasDemoWallet: boolean
  /** Where a browser wallet pays or signs in. */
  checkout?: ReactNode
  /** Puts what is bought in the place of the terms; title and teaser stay where they are. */
  around?: (terms: ReactNode) => ReactNode
}

/** What a person sees at a paid URL: what it is, what it costs, who is paid, for how long, and how to pay. */
export function PaymentRequiredPage({
  resource,
  options,
  access,
  shop = null,
  teaser,
  refusal,
  hasDemoWallet,
  checkout,
  around = (terms) => terms,
}: PaymentRequiredPageProps) {
  const commands = terminalCommands(resource.uri, resource.method)
  const isPaid = options.length > 0
  const { forPeople } = splitForPeople(options)
  const [first, ...others] = forPeople
  const forPrograms = forProgramsInWords(options)
  const terms = (
    <div className="grid gap-8">
      <p id="pay" className="flex items-center gap-3 border-t-2 border-ink pt-6 font-strong">
        <TollBar isLifted={false} />
        {isPaid ? 'Payment required' : 'Sign-in required'}
      </p>
      {refusal && (
        <Notice tone="refused" title="The last attempt was not accepted" announce="assertive">
          <p>{refusal}</p>
        </Notice>
      )}
      {isPaid && (
        <section aria-labelledby="price" className="grid gap-4">
          <h2 id="price" className="text-title font-strong">
            {forPeople.length === 1 ? 'The price' : 'Pay one of these'}
          </h2>
          <Receipt lines={linesOf(resource, access)} totals={forPeople.map(totalOf)} />
          {forPrograms && <p className="text-small text-quiet">{forPrograms}</p>}
        </section>
      )}
      {checkout}
      <details className="border-t border-rule">
        <summary className="min-h-11 cursor-pointer py-3">For programs</summary>
        <div className="grid gap-4 pt-2">
          <p className="figures text-small text-quiet wrap-anywhere">
            {resource.method} {resource.uri}
          </p>
          <p>See the payment requirements. Nothing is charged.</p>
          <CodeBlock code={commands.see} name="command that shows the price" />
          {isPaid && !hasDemoWallet && (
            <p>
              Any x402 client pays for it, such as @x402/fetch;{' '}
              <a className="text-accent underline underline-offset-4" href="/llms.txt">
                llms.txt
              </a>{' '}
              says how.
            </p>
          )}
          {isPaid && hasDemoWallet && (
            <>
              <p>Pay with a funded demo wallet, from a clone of Turnpike.</p>
              <CodeBlock code={commands.pay} name="command that pays" />
            </>
          )}
        </div>
      </details>
    </div>
  )
  return (
    <div className="mx-auto grid max-w-[44rem] gap-8">
      <GoodsHead title={resource.title} description={resource.description} shop={shop} />
      {teaser && (
        <div className="min-w-0">
          <FormattedText tree={teaser} />
          {first && <PayBar price={leastInWords([first, ...others])} />}
        </div>
      )}
      {around(terms)}
    </div>
  )
}

function Price({ option }: { option: PaymentOption }) {
  if (option.coin) {
    return <Amount amountAtomic={option.amountAtomic} {...option.coin} isMaximum={option.scheme === 'upto'} />
  }
  return (
    <span className="figures">
      {option.amountAtomic.toString()} atomic units of {option.asset}
    </span>
  )
}

function linesOf({ mimeType, payee }: PaidResource, access: Access): ReceiptLine[] {
  return [
    ...(mimeType ? [{ label: 'You get', value: mediaTypeInWords(mimeType) }] : []),
    { label: 'For how long', value: accessInWords(access) },
    { label: 'Paid to', value: payee },
    { label: 'Network fee', value: 'None' },
  ]
}

function totalOf(option: PaymentOption): ReceiptLine {
  const { scheme, network, asset, payTo } = option
  return {
    key: `${scheme} ${network} ${asset}`,
    label: (
      <>
        {networkName(network)}
        {isTestNetwork(network) && <span className="block text-small font-regular text-quiet">test network</span>}
        {scheme === 'batch-settlement' && (
          <span className="block text-small font-regular text-quiet">
            each call, out of an amount you put aside once
          </span>
        )}
      </>
    ),
    value: (
      <>
        <Price option={option} />
        <span className="mt-1 block text-small font-regular text-quiet">
          to <CopyId value={payTo} name={`payee's address on ${networkName(network)}`} />
        </span>
      </>
    ),
  }
}
