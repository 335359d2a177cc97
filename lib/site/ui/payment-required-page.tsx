import type { Root } from 'hast'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { type PaymentOption, splitForPeople } from '@/lib/base/x402/payment-option'
import { forProgramsInWords, leastInWords } from './amount'
import { CodeBlock } from './code-block'
import { FormattedText } from './formatted-text'
import { GoodsHead, PayBar } from './goods-head'
import { Notice } from './notice'
import { besideReceipt } from './receipt'
import { terminalCommands } from './terminal-commands'
import { TollBar } from './toll-bar'

type PaidResource = {
  /** The canonical resource URI: the payment is bound to it. */
  uri: string
  method: string
  title: string
  description?: string
  icon?: string | undefined
}

type PaymentRequiredPageProps = {
  resource: PaidResource
  options: PaymentOption[]
  /** The seller's name and shop; null for the site's own goods. */
  shop?: { name: string; href: string } | null
  teaser?: Root | null
  /** A text's first day of sale, and the minutes to its end. */
  text?: { publishedAt: Date; minutes: number } | null
  rest?: ReactNode
  /** Goes below the receipt on a phone, so that the price is not far down, and below the text on wide screens. */
  below?: ReactNode
  refusal?: string
  hasDemoWallet: boolean
  checkout?: ReactNode
  /** Replaces the terms by the bought content; title and teaser stay. */
  around?: (terms: ReactNode) => ReactNode
}

export function PaymentRequiredPage({
  resource,
  options,
  shop = null,
  teaser,
  text = null,
  rest,
  below,
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
  return (
    <article className={besideReceipt.page}>
      <div className={besideReceipt.text}>
        <GoodsHead {...resource} shop={shop} text={text} />
        {teaser && (
          <div className="min-w-0">
            <FormattedText tree={teaser} />
            {first && <PayBar {...leastInWords(tPrice, [first, ...others])} />}
          </div>
        )}
        {rest ?? (
          <p className="unpaid flex items-center gap-3 border-t-2 border-ink pt-6 font-strong">
            <TollBar isLifted={false} />
            {t(isPaid ? 'required' : 'signInRequired')}
          </p>
        )}
      </div>
      {around(
        <div id="pay" className="grid gap-8">
          {refusal && (
            <Notice tone="refused" title={t('refused')} announce="assertive">
              <p>{refusal}</p>
            </Notice>
          )}
          {checkout}
        </div>,
      )}
      {below}
      <details className="unpaid min-w-0 border-t border-rule lg:col-start-1" open={!rest && !teaser && !below}>
        <summary className="min-h-11 cursor-pointer py-3">{t('programs.title')}</summary>
        <div className="grid gap-4 pt-2">
          {forPrograms && <p>{forPrograms}</p>}
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
    </article>
  )
}
