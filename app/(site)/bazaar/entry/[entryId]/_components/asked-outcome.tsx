'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Checkout } from '@/app/_checkout/checkout'
import { Delivered } from '@/app/_checkout/delivered'
import { PassesOnSale } from '@/app/_checkout/passes-on-sale'
import { PurchaseArea } from '@/app/_checkout/purchase-area'
import { headOf } from '@/app/_checkout/use-checkout'
import type { PayableAsset } from '@/app/_server/site-facts'
import { readPasses } from '@/lib/base/x402/passes'
import { paymentOptionsOf } from '@/lib/base/x402/payment-option'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Notice } from '@/lib/site/ui/notice'
import { DriftNotice, RawTerms } from './asked-terms'
import { compareTerms, type ListedTerms } from './compare-terms'
import type { AskedCall, CallSite } from './use-call'

export type PayerFacts = {
  assets: PayableAsset[]
  hasFaucet: boolean
}

type AskedOutcomeProps = PayerFacts & {
  asked: AskedCall
  site: CallSite
  listed: ListedTerms[]
  /** Without the request and its answer as they are. */
  isShort: boolean
  onAskAgain: () => void
}

/** The resource's answer: terms to agree to and to pay, content that needed no payment, or something else. */
export function AskedOutcome(props: AskedOutcomeProps) {
  const { asked } = props
  const { content } = asked
  // Content without a payment: it is free, or the reader's session opened it.
  if (content !== null) {
    const answer = headOf(asked.asked.response)
    const isElsewhere = asked.purchase.send !== undefined
    const unpaid = { isOwned: false, paid: null, callAgain: null, budget: null }
    return <Delivered key={asked.count} delivery={{ content, answer, isElsewhere, ...unpaid }} isTechnical />
  }
  const { terms } = asked.asked
  return terms === null ? <NoTerms asked={asked} /> : <Terms {...props} terms={terms} />
}

type TermsProps = AskedOutcomeProps & { terms: NonNullable<AskedCall['asked']['terms']> }

function Terms({ asked, terms, site, listed, isShort, assets, hasFaucet, onAskAgain }: TermsProps) {
  const t = useTranslations('bazaarTry')
  const options = paymentOptionsOf(terms.accepts, (network, asset) => findAsset(assets, network, asset))
  const drifts = compareTerms(options, listed)
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
        <PurchaseArea subject={asked} isTechnical>
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
      <PassesOnSale passes={readPasses(terms.extensions, asked.call.url)} options={options} />
      {!isShort && (
        <div className="grid gap-2">
          <p className="figures text-small wrap-anywhere text-quiet">
            {asked.call.method} {asked.call.url}
          </p>
          <RawTerms header={asked.asked.header} decoded={terms} />
        </div>
      )}
    </div>
  )
}

const findAsset = (assets: PayableAsset[], network: string, asset: string) =>
  assets.find((known) => known.network === network && known.asset.toLowerCase() === asset.toLowerCase()) ?? null

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
