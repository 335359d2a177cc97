import type { Root } from 'hast'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { isTestNetwork, networkName } from '@/lib/base/x402/networks'
import { type PaymentOption, splitForPeople } from '@/lib/base/x402/payment-option'
import type { Translate } from '@/lib/site/messages/translate'
import { type Access, accessInWords } from './access'
import { Amount } from './amount'
import { CodeBlock } from './code-block'
import { CopyId } from './copy-id'
import { FormattedText } from './formatted-text'
import { GoodsHead } from './goods-head'
import { mediaTypeInWords } from './media-type-in-words'
import { Notice } from './notice'
import { forProgramsInWords, leastInWords } from './option-price'
import { PayBar } from './pay-bar'
import { Receipt, type ReceiptLine } from './receipt'
import { terminalCommands } from './terminal-commands'
import { TollBar } from './toll-bar'

type PaidResource = {
  /** The canonical resource URI: the payment is bound to it. */
  uri: string
  method: string
  title: string
  description?: string
  mimeType?: string
  /** The payee, in words. */
  payee: string
}

type PaymentRequiredPageProps = {
  resource: PaidResource
  options: PaymentOption[]
  access: Access
  /** The seller's name and shop; null for the site's own goods. */
  shop?: { name: string; href: string } | null
  teaser?: Root | null
  /** Why the last attempt was refused, in a plain sentence. */
  refusal?: string
  /** A wallet of the demo can pay from a clone. */
  hasDemoWallet: boolean
  /** Where a browser wallet pays or signs in. */
  checkout?: ReactNode
  /** Replaces the terms by the bought content; title and teaser stay. */
  around?: (terms: ReactNode) => ReactNode
}

/** The page at a paid URL: the goods, the price, the payee, how long access lasts, and how to pay. */
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
  const t = useTranslations('terms')
  const tPrice = useTranslations('price')
  const commands = terminalCommands(resource.uri, resource.method)
  const isPaid = options.length > 0
  const { forPeople } = splitForPeople(options)
  const [first, ...others] = forPeople
  const forPrograms = forProgramsInWords(t, options)
  const terms = (
    <div className="grid gap-8">
      <p id="pay" className="flex items-center gap-3 border-t-2 border-ink pt-6 font-strong">
        <TollBar isLifted={false} />
        {t(isPaid ? 'required' : 'signInRequired')}
      </p>
      {refusal && (
        <Notice tone="refused" title={t('refused')} announce="assertive">
          <p>{refusal}</p>
        </Notice>
      )}
      {isPaid && (
        <section aria-labelledby="price" className="grid gap-4">
          <h2 id="price" className="text-title font-strong">
            {t(forPeople.length === 1 ? 'price' : 'payOneOf')}
          </h2>
          <Receipt
            lines={linesOf(t, resource, accessInWords(tPrice, access))}
            totals={forPeople.map((option) => totalOf(t, option))}
          />
          {forPrograms && <p className="text-small text-quiet">{forPrograms}</p>}
        </section>
      )}
      {checkout}
      <details className="border-t border-rule">
        <summary className="min-h-11 cursor-pointer py-3">{t('programs.title')}</summary>
        <div className="grid gap-4 pt-2">
          <p className="figures text-small text-quiet wrap-anywhere">
            {resource.method} {resource.uri}
          </p>
          <p>{t('programs.see')}</p>
          <CodeBlock code={commands.see} name={t('programs.seeCommand')} />
          {isPaid && !hasDemoWallet && (
            <p>
              {t.rich('programs.anyClient', {
                llms: (chunks) => (
                  <a className="text-accent underline underline-offset-4" href="/llms.txt">
                    {chunks}
                  </a>
                ),
              })}
            </p>
          )}
          {isPaid && hasDemoWallet && (
            <>
              <p>{t('programs.demoWallet')}</p>
              <CodeBlock code={commands.pay} name={t('programs.payCommand')} />
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
          {first && <PayBar {...leastInWords(tPrice, [first, ...others])} />}
        </div>
      )}
      {around(terms)}
    </div>
  )
}

function Price({ option }: { option: PaymentOption }) {
  const t = useTranslations('terms')
  if (option.coin) {
    return <Amount amountAtomic={option.amountAtomic} {...option.coin} isMaximum={option.scheme === 'upto'} />
  }
  const { amountAtomic, asset } = option
  return <span className="figures">{t('atomicUnits', { amount: amountAtomic.toString(), asset })}</span>
}

function linesOf(t: Translate<'terms'>, { mimeType, payee }: PaidResource, access: string): ReceiptLine[] {
  return [
    ...(mimeType ? [{ label: t('get'), value: mediaTypeInWords(t, mimeType) }] : []),
    { label: t('access'), value: access },
    { label: t('paidTo'), value: payee },
    { label: t('fee'), value: t('noFee') },
  ]
}

function totalOf(t: Translate<'terms'>, option: PaymentOption): ReceiptLine {
  const { scheme, network, asset, payTo } = option
  return {
    key: `${scheme} ${network} ${asset}`,
    label: (
      <>
        {networkName(network)}
        {isTestNetwork(network) && <span className="block text-small font-regular text-quiet">{t('testNetwork')}</span>}
        {scheme === 'batch-settlement' && (
          <span className="block text-small font-regular text-quiet">{t('eachCall')}</span>
        )}
      </>
    ),
    value: (
      <>
        <Price option={option} />
        <span className="mt-1 block text-small font-regular text-quiet">
          {t.rich('to', {
            address: payTo,
            id: () => <CopyId value={payTo} name={t('payeeAddress', { network: networkName(network) })} />,
          })}
        </span>
      </>
    ),
  }
}
