'use client'

import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { isTestNetwork, networkName } from '@/lib/base/x402/networks'
import { authorizationFirst, isTransfer, type PaymentOption, valueOf } from '@/lib/base/x402/payment-option'
import { type BrowserFamily, browserFamilyOf } from '@/lib/site/browser/browser-wallet'
import type { Purchase } from '@/lib/site/browser/purchase'
import { Amount, coinsInWords, optionPriceInWords, useLocalDigits } from '@/lib/site/ui/amount'
import { TextButton } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-button'
import { Notice } from '@/lib/site/ui/notice'
import { Lines, type ReceiptLine } from '@/lib/site/ui/receipt'
import { CheckoutButton, type Intent } from './checkout-button'
import { useDeliver } from './delivery'
import { FailureNotice } from './failure-message'
import { otherSchemes } from './other-schemes'
import { type CheckoutActs, isBusy, useCheckout } from './use-checkout'
import { useOwnFamily, useWallet } from './use-wallet'

export type CheckoutProps = {
  purchase: Purchase
  options: PaymentOption[]
  lines: ReceiptLine[]
  payee?: string
  canSignIn: boolean
  hasFaucet: boolean
  /** Beside other words about it: without the payee's address and the way in for who has bought it. */
  isBrief?: boolean
  /** Requests the terms again when they have changed; without it the page is reloaded. */
  onTermsChanged?: () => void
}

const isPayableHere = (option: PaymentOption, purchase: Purchase): boolean =>
  browserFamilyOf(option.network) !== null &&
  option.coin !== null &&
  (isTransfer(option) || otherSchemes.isUsable(option, purchase))

/**
 * The receipt of one request: its rows and total, and across its foot the button that pays with a wallet of this
 * browser. "Already bought?" puts one sentence and the sign-in in their place.
 */
export function Checkout(props: CheckoutProps) {
  const { purchase, options, lines, payee, canSignIn, hasFaucet, isBrief = false, onTermsChanged } = props
  const t = useTranslations('checkout')
  const usable = otherSchemes.inOrder(options.filter((option) => isPayableHere(option, purchase)))
  const ordered = authorizationFirst(usable, ({ paysFirst = false, amountAtomic, coin }) => ({
    paysFirst,
    value: coin ? valueOf(amountAtomic, coin) : 0n,
  }))
  const besides = otherSchemes.besideIn(ordered)
  const payable = ordered.filter((option) => !besides.includes(option))
  const [chosen, setChosen] = useState<number | null>(null)
  const [intent, setIntent] = useState<Intent>('pay')
  const deliver = useDeliver()
  const acts = useCheckout({
    purchase,
    options: ordered,
    canSignIn,
    deliver,
    ...(onTermsChanged && { onTermsChanged }),
  })
  const own = useOwnFamily(payable.map(({ network }) => network))
  const option = payable[chosen ?? payable.findIndex(({ network }) => browserFamilyOf(network) === own)] ?? payable[0]
  const wallet = useWallet(browserFamilyOf(option?.network ?? '') ?? 'evm')
  const shown = option ?? options[0]
  if (!shown) return <p>{t('notHere')}</p>
  const networks = payable.map(({ network }) => network)
  const takeFamily = (family: BrowserFamily) =>
    setChosen(payable.findIndex(({ network }) => browserFamilyOf(network) === family))
  const isPaying = intent === 'pay'
  const isLocked = isBusy(acts.step)
  const beside = besides.find(({ network }) => network === option?.network)
  const picker = (
    <OptionPicker
      options={option ? payable : [shown]}
      chosen={option ? payable.indexOf(option) : 0}
      isLocked={isLocked}
      onChoose={setChosen}
    />
  )
  return (
    <section aria-label={t('receipt.title')} className="grid gap-4 border border-rule bg-sheet p-4 sm:p-6">
      <div className="grid gap-2.5">
        {isPaying ? (
          <PricedLines {...{ lines, payee, isBrief }} option={shown} network={picker} />
        ) : (
          <>
            <p>{t('already.about')}</p>
            {picker}
          </>
        )}
      </div>
      {shown.scheme === 'upto' && isPaying && <CeilingNote option={shown} />}
      <StepNotice {...acts} />
      {!option ? (
        <p>{t('notHere')}</p>
      ) : !isTransfer(option) && isPaying ? (
        <Suspense>
          <otherSchemes.Pay {...{ option, acts, hasFaucet }} />
        </Suspense>
      ) : (
        <otherSchemes.Beside option={isPaying ? (beside ?? null) : null} {...{ acts, hasFaucet }}>
          <CheckoutButton {...{ wallet, option, networks, intent, acts, hasFaucet }} onFamily={takeFamily} />
        </otherSchemes.Beside>
      )}
      <div
        className={clsx(
          'flex flex-wrap items-center justify-between gap-x-4',
          canSignIn && option && !isBrief ? '-mt-2 -mb-3 min-h-11' : '-my-2 min-h-5',
        )}
      >
        {canSignIn && option && !isBrief && (
          <TextButton disabled={isLocked} onClick={() => setIntent(isPaying ? 'sign-in' : 'pay')}>
            {t(isPaying ? 'already.open' : 'already.back')}
          </TextButton>
        )}
        {/* It is always there, so that screen readers hear it change. */}
        <p role="status" className="text-small text-quiet">
          {isBusy(acts.step) && t(`progress.${acts.step.kind}`)}
        </p>
      </div>
      <noscript>{t.rich('noScripts', { open: (words) => <a href={purchase.url}>{words}</a> })}</noscript>
    </section>
  )
}

const unchanging = () => () => {}

/** The checkout of the goods at `path`, or else of this page's own address. */
export function CheckoutHere({ path, ...props }: Omit<CheckoutProps, 'purchase'> & { path?: string }) {
  const url = useSyncExternalStore(
    unchanging,
    () => path ?? `${window.location.pathname}${window.location.search}`,
    () => '',
  )
  const purchase = useMemo(() => ({ url, method: 'GET' as const }), [url])
  return <Checkout purchase={purchase} {...props} />
}

type PricedLinesProps = {
  lines: ReceiptLine[]
  /** The payee in words; only the address without it. */
  payee?: string | undefined
  isBrief: boolean
  option: PaymentOption
  network: ReactNode
}

/** The rows of a receipt before it is paid: the goods, payee, network, fee, and the total as its largest figure. */
function PricedLines({ lines, payee, isBrief, option, network: picker }: PricedLinesProps) {
  const t = useTranslations('checkout.receipt')
  const tPrice = useTranslations('price')
  const inDigits = useLocalDigits()
  const { payTo, network, amountAtomic, coin, paysFirst } = option
  const address = isBrief ? (
    payee
  ) : (
    <>
      {payee}
      <span className="block text-small text-quiet">
        <CopyId value={payTo} name={t('payeeAddress', { network: networkName(network) })} />
      </span>
    </>
  )
  const total = (
    <>
      <span className="figures">
        {coin ? <Amount {...coin} amountAtomic={amountAtomic} /> : inDigits(coinsInWords(tPrice, amountAtomic, null))}
      </span>
      {isTestNetwork(network) && <span className="block text-small font-regular text-quiet">{t('testMoney')}</span>}
    </>
  )
  return (
    <>
      <Lines lines={[...lines, { label: t('paidTo'), value: address }]} />
      {picker}
      <Lines
        lines={[
          { label: t('fee'), value: t('noFee') },
          { label: t('order'), value: paysFirst && t('paysFirst') },
        ]}
      />
      <div className="mt-2 border-t border-ink pt-4">
        <Lines lines={[{ label: t(totalOf(option)), value: total }]} isTotal />
      </div>
    </>
  )
}

function totalOf({ scheme }: PaymentOption) {
  if (!isTransfer({ scheme })) return 'eachCall'
  return scheme === 'upto' ? 'atMost' : 'total'
}

/** The outcome of the last step; a payment whose outcome is open is told of on a reloaded page, or in another tab, too. */
export function StepNotice({ step, isPaymentKept }: Pick<CheckoutActs, 'step' | 'isPaymentKept'>) {
  const t = useTranslations('checkout')
  const inDigits = useLocalDigits()
  if (step.kind === 'failed') return <FailureNotice failure={step.failure} />
  if (step.kind === 'refunded') {
    const title = step.amount === null ? t('refunded.nothing') : t('refunded.title', { amount: inDigits(step.amount) })
    return (
      <Notice tone="settled" title={title} announce="polite">
        <p>{t('refunded.detail')}</p>
      </Notice>
    )
  }
  if (!isPaymentKept || step.kind !== 'ready') return null
  return (
    <Notice tone="waiting" title={t('kept.title')}>
      <p>{t('kept.detail')}</p>
    </Notice>
  )
}

function CeilingNote({ option: { amountAtomic, coin } }: { option: PaymentOption }) {
  const t = useTranslations('checkout.ceiling')
  const tPrice = useTranslations('price')
  const amount = useLocalDigits()(coinsInWords(tPrice, amountAtomic, coin))
  return (
    <div className="grid gap-2 border-s-4 border-edge bg-shade p-4 text-small">
      <p>{t('signs', { amount })}</p>
      <p>{t('permit2')}</p>
    </div>
  )
}

type OptionPickerProps = {
  options: PaymentOption[]
  chosen: number
  isLocked: boolean
  onChoose: (index: number) => void
}

/** The network as one row; where there is a choice, "change" opens it in place, also before scripts arrive. */
function OptionPicker({ options, chosen, isLocked, onChoose }: OptionPickerProps) {
  const t = useTranslations('checkout')
  const tPrice = useTranslations('price')
  const inDigits = useLocalDigits()
  const name = useId()
  const takeUp = useTakeUp(chosen, onChoose)
  const network = networkName(options[chosen]?.network ?? '')
  if (options.length < 2) return <Lines lines={[{ label: t('receipt.on'), value: network }]} />
  const isOneWay = options.every(isTransfer)
  return (
    <details>
      <summary className="-my-2.5 flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
        <span className="text-quiet">{t('receipt.on')}</span>
        <span className="text-end">
          {network} <span className="text-accent underline underline-offset-4">{t('receipt.change')}</span>
        </span>
      </summary>
      <fieldset ref={takeUp} disabled={isLocked} className="mt-2 grid gap-2">
        <legend className="sr-only">{t('payWith')}</legend>
        {options.map((option, index) => (
          <label
            key={`${option.scheme} ${option.network} ${option.asset}`}
            className="flex min-h-11 cursor-pointer items-center gap-3 border border-edge px-4 py-2 has-checked:border-accent has-checked:bg-shade"
          >
            <input
              type="radio"
              name={name}
              checked={index === chosen}
              onChange={() => onChoose(index)}
              className="size-4 accent-accent"
            />
            <span className="grid tabular-nums">
              {inDigits(optionPriceInWords(tPrice, option))}
              {!isOneWay && <otherSchemes.CallsOf option={option} />}
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  )
}

/**
 * For a fieldset of radio buttons: adopts the reader's choice from before this page's scripts were loaded, so that the
 * shown option is the one that is paid or signed.
 */
function useTakeUp(chosen: number, onChoose: (index: number) => void) {
  const isTaken = useRef(false)
  return (fieldset: HTMLFieldSetElement | null) => {
    if (!fieldset || isTaken.current) return
    isTaken.current = true
    const shown = [...fieldset.querySelectorAll('input')].findIndex(({ checked }) => checked)
    if (shown >= 0 && shown !== chosen) onChoose(shown)
  }
}
