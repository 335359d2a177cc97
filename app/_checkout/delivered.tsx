'use client'

import clsx from 'clsx'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef } from 'react'
import { recordOf } from '@/lib/base/x402/header-codec'
import { networkName } from '@/lib/base/x402/networks'
import type { SettleResponse } from '@/lib/base/x402/wire'
import { CUT_HEADER } from '@/lib/site/browser/purchase'
import { BoughtLine } from '@/lib/site/ui/bought-line'
import { Button } from '@/lib/site/ui/button'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { CopyId } from '@/lib/site/ui/copy-id'
import { Link } from '@/lib/site/ui/link'
import { Notice } from '@/lib/site/ui/notice'
import { coinsInWords } from '@/lib/site/ui/option-price'
import { Receipt, type ReceiptLine } from '@/lib/site/ui/receipt'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { BoughtContent } from './bought-content'
import { CallAgain } from './channel-checkout'
import type { AnswerHead, Delivery } from './delivery'
import { BudgetRest } from './manage-budget'
import type { Content } from './read-content'

type DeliveredProps = {
  delivery: Delivery
  title?: string
  part?: string
  show?: (content: Content) => ReactNode
  again?: { label: string; startAgain: () => void }
  isTechnical?: boolean
  contentClass?: string
}

/** The content, in place of the checkout, under its receipt in one line. */
export function Delivered({ delivery, title, part, show, again, isTechnical = false, contentClass }: DeliveredProps) {
  const t = useTranslations('checkout.bought')
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    // A tall section that takes the focus is scrolled to its middle.
    place.current?.focus({ preventScroll: true })
    const top = place.current?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > window.innerHeight / 2) place.current?.scrollIntoView()
  }, [])
  const { content, answer, isElsewhere, isOwned, paid, callAgain, budget } = delivery
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={t('title')}
      className={clsx('grid gap-8 outline-none', contentClass)}
    >
      <BoughtLine state={t(paid ? 'paid' : isOwned ? 'yours' : 'open')} isLifting>
        {paid && <PaymentReceipt {...paid} />}
        {!isElsewhere && (
          <Link href="/library" className="inline-flex min-h-11 items-center">
            {t('library')}
          </Link>
        )}
      </BoughtLine>
      {answer.headers.some(([name]) => name === CUT_HEADER) && (
        <Notice tone="waiting" title={t('cut.title')}>
          <p>{t('cut.detail')}</p>
        </Notice>
      )}
      {show?.(content) ?? (
        <BoughtContent
          content={content}
          {...(part !== undefined && { part })}
          {...(title !== undefined && { title })}
        />
      )}
      {again && (
        <p>
          <Button onClick={again.startAgain}>{again.label}</Button>
        </p>
      )}
      {callAgain && <CallAgain {...callAgain} />}
      {budget && <BudgetRest {...budget} />}
      {isTechnical && <AnswerDetails answer={answer} />}
    </section>
  )
}

function PaymentReceipt({ option, settlement, at }: NonNullable<Delivery['paid']>) {
  const t = useTranslations('checkout.bought')
  const tCheckout = useTranslations('checkout')
  const tPrice = useTranslations('price')
  const inDigits = useLocalDigits()
  const format = useFormatter()
  const { network, coin, amountAtomic } = option
  const chargedAtomic = chargedOf(settlement) ?? amountAtomic
  const inWords = (atomic: bigint) => <span className="figures">{inDigits(coinsInWords(tPrice, atomic, coin))}</span>
  const leftAtomic = leftAside(settlement)
  const leftLine = () => (leftAtomic === null ? [] : [{ label: t('left'), value: inWords(leftAtomic) }])
  // Only shown in this browser, so in the reader's own time zone.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const lines: ReceiptLine[] = [
    { label: t('network'), value: networkName(network) },
    ...(settlement.transaction
      ? [{ label: t('transaction'), value: <CopyId value={settlement.transaction} name={t('transactionId')} /> }]
      : []),
    ...(settlement.payer
      ? [{ label: t('paidFrom'), value: <CopyId value={settlement.payer} name={tCheckout('yourAddress')} /> }]
      : []),
    { label: t('time'), value: format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium', timeZone }) },
    ...leftLine(),
    ...(option.scheme === 'upto' ? [{ label: t('signedFor'), value: inWords(amountAtomic) }] : []),
  ]
  return (
    <section aria-label={t('receipt')} className="min-w-0 has-[[open]]:w-full">
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5">
          {t.rich('summary', {
            amount: inDigits(coinsInWords(tPrice, chargedAtomic, coin)),
            network: networkName(network),
            figures: (chunks) => <span className="figures">{chunks}</span>,
          })}
        </summary>
        <Receipt lines={lines} totals={[{ label: t('charged'), value: inWords(chargedAtomic) }]} />
      </details>
    </section>
  )
}

/** A call's charge: out of a channel, `amount` is that of the deposit, if there is one. */
function chargedOf({ amount, extra }: SettleResponse): bigint | null {
  const charged = extra?.chargedAmount ?? amount
  return typeof charged === 'string' && /^\d{1,78}$/.test(charged) ? BigInt(charged) : null
}

/** The rest of an amount that was put aside; null for another payment. */
function leftAside({ extra }: SettleResponse): bigint | null {
  const { balance, chargedCumulativeAmount: charged } = recordOf(extra?.channelState)
  const isSum = (text: unknown) => typeof text === 'string' && /^\d{1,78}$/.test(text)
  return isSum(balance) && isSum(charged) ? BigInt(String(balance)) - BigInt(String(charged)) : null
}

function AnswerDetails({ answer: { status, headers } }: { answer: AnswerHead }) {
  const t = useTranslations('checkout.bought')
  const lines = headers.filter(([name]) => name !== CUT_HEADER).map(([name, value]) => `${name}: ${value}`)
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
        {t('head', { status, count: lines.length })}
      </summary>
      <CodeBlock code={[`HTTP ${status}`, ...lines].join('\n')} name={t('headName')} />
    </details>
  )
}
