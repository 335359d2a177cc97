'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Checkout } from '@/app/_checkout/checkout'
import { Delivered } from '@/app/_checkout/delivered'
import { PurchaseArea } from '@/app/_checkout/delivery'
import { otherSchemes } from '@/app/_checkout/other-schemes'
import { PassesOnSale } from '@/app/_checkout/pass-contents'
import type { Content } from '@/app/_checkout/read-content'
import type { PayableAsset } from '@/app/_server/site-facts'
import type { CallTarget, ResourceCall } from '@/lib/base/x402/build-call'
import { networkName } from '@/lib/base/x402/networks'
import { readPasses } from '@/lib/base/x402/passes'
import { type Coin, paymentOptionsOf } from '@/lib/base/x402/payment-option'
import type { askTerms } from '@/lib/site/browser/ask-terms'
import type { Purchase } from '@/lib/site/browser/purchase'
import { coinsInWords, optionPriceInWords, useLocalDigits } from '@/lib/site/ui/amount'
import { Button } from '@/lib/site/ui/button'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Notice } from '@/lib/site/ui/notice'
import { Folded } from '@/lib/site/ui/section'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { compareTerms, type Drift, type ListedTerms } from './compare-terms'

export type CallSite = CallTarget & {
  key: string
  isOwn: boolean
  /** The name of this site's tool, whose arguments are the body; null for HTTP. */
  toolName: string | null
}

export type AskedCall = {
  call: ResourceCall
  purchase: Purchase
  asked: Awaited<ReturnType<typeof askTerms>>
  body: string
  /** Null where it has to be paid for, or cannot be had. */
  content: Content | null
  count: number
}

export type PayerFacts = {
  assets: PayableAsset[]
  hasFaucet: boolean
}

type AskedOutcomeProps = PayerFacts & {
  asked: AskedCall
  site: CallSite
  listed: ListedTerms[]
  onAskAgain: () => void
}

/** The resource's answer: terms to agree to and to pay, content that needed no payment, or something else. */
export function AskedOutcome(props: AskedOutcomeProps) {
  const { asked } = props
  const { content } = asked
  // Content without a payment: it is free, or the reader's session opened it.
  if (content !== null) {
    return <Delivered key={asked.count} delivery={{ content, isOwned: false, paid: null, rest: null }} />
  }
  const { terms } = asked.asked
  return terms === null ? <NoTerms asked={asked} /> : <Terms {...props} terms={terms} />
}

type TermsProps = AskedOutcomeProps & { terms: NonNullable<AskedCall['asked']['terms']> }

function Terms({ asked, terms, site, listed, assets, hasFaucet, onAskAgain }: TermsProps) {
  const t = useTranslations('bazaarTry')
  const options = paymentOptionsOf(terms.accepts, (network, asset) => findAsset(assets, network, asset))
  // A listing has what programs are told.
  const forPeople = otherSchemes.besideIn(options)
  const drifts = compareTerms(
    options.filter((option) => !forPeople.includes(option)),
    listed,
  )
  const [agreedCount, setAgreedCount] = useState(0)
  const isAgreed = drifts.length === 0 || agreedCount === asked.count
  const canSignIn =
    site.isOwn && site.toolName === null && terms.extensions !== undefined && 'sign-in-with-x' in terms.extensions
  return (
    <div className="grid gap-6">
      {options.length === 0 && <p>{t('asked.signIn')}</p>}
      {!isAgreed && <DriftNotice drifts={drifts} onAgree={() => setAgreedCount(asked.count)} />}
      {/* Hidden rather than removed: the wallet stays connected while terms are looked at again. */}
      <div hidden={!isAgreed}>
        <PurchaseArea
          key={asked.count}
          after={
            <p className="mt-4">
              <Button onClick={onAskAgain}>{t('callAgain')}</Button>
            </p>
          }
        >
          <Checkout
            lines={[]}
            purchase={asked.purchase}
            options={options}
            canSignIn={canSignIn}
            hasFaucet={hasFaucet}
            onTermsChanged={onAskAgain}
          />
        </PurchaseArea>
      </div>
      <PassesOnSale passes={readPasses(terms.extensions, asked.call.url)} />
      <Folded title={t('asked.decoded')} level="h3">
        <CodeBlock code={JSON.stringify(terms, null, 2)} name={t('asked.decodedName')} />
      </Folded>
    </div>
  )
}

function findAsset(assets: PayableAsset[], network: string, asset: string): Coin | null {
  const isIt = (known: PayableAsset) => known.network === network && known.asset.toLowerCase() === asset.toLowerCase()
  const known = assets.find(isIt)
  return known ? { symbol: known.symbol, decimals: known.decimals } : null
}

const MAX_SHOWN = 4_000
function NoTerms({ asked: { asked, body } }: { asked: AskedCall }) {
  const t = useTranslations('bazaarTry.asked')
  const { status } = asked.response
  return (
    <div className="grid gap-4">
      <Notice
        tone="refused"
        title={status === 402 ? t('unpayableTitle') : t('noPriceTitle', { status: String(status) })}
      >
        <p>{t(status === 402 ? 'unpayable' : 'noPrice')}</p>
      </Notice>
      {body !== '' && <CodeBlock code={body.slice(0, MAX_SHOWN)} name={t('answer')} />}
    </div>
  )
}

/** The differences between a resource's terms and its listing; nothing can be paid before the reader agrees. */
export function DriftNotice({ drifts, onAgree }: { drifts: Drift[]; onAgree: () => void }) {
  const t = useTranslations('bazaarTry')
  const tPrice = useTranslations('price')
  const inDigits = useLocalDigits()
  return (
    <Notice tone="waiting" title={t('drift.title')} announce="assertive">
      <ul className="grid list-disc gap-1 ps-5">
        {drifts.map(({ option, listed }, index) => {
          const asked = { asked: inDigits(optionPriceInWords(tPrice, option)), payee: shortenMiddle(option.payTo) }
          const price = listed && inDigits(coinsInWords(tPrice, listed.amountAtomic, option.coin))
          return (
            <li key={index} className="wrap-anywhere">
              {price
                ? t('drift.other', { ...asked, listed: price, listedPayee: shortenMiddle(listed.payTo) })
                : t('drift.unlisted', { ...asked, network: networkName(option.network) })}
            </li>
          )
        })}
      </ul>
      <p>{t('drift.unsigned')}</p>
      <p>
        <Button onClick={onAgree}>{t('drift.agree')}</Button>
      </p>
    </Notice>
  )
}
