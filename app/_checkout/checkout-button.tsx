'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { formatAtomic } from '@/lib/base/x402/money'
import { networkName } from '@/lib/base/x402/networks'
import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import type { BrowserWallet, ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import { DEMO_WALLET } from '@/lib/site/browser/demo-wallet-name'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-id'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { useHasDemoWallet } from '../_site/demo-wallet'
import { CannotSign } from './cannot-sign'
import { connectLabel } from './connect-label'
import { DemoWalletOffer } from './demo-wallet-offer'
import { Shortage } from './shortage'
import { useBalance } from './use-balance'
import type { CheckoutActs, Step } from './use-checkout'

export type Intent = 'pay' | 'sign-in'

type CheckoutButtonProps = {
  wallet: BrowserWallet
  option: PaymentOption
  intent: Intent
  acts: CheckoutActs
  hasFaucet: boolean
  /** The amount that the wallet signs, where it is not the option's price. */
  payment?: WalletPayment
  /** The demo's wallet was asked to come and pay; kept above, as this button is made again when wallets are loaded. */
  demo?: { isPaying: boolean; setPaying: (isPaying: boolean) => void }
}

/** An amount that leaves the wallet, and the button that makes the wallet sign it. */
type WalletPayment = { amountAtomic: bigint; label: string; pay: (wallet: ConnectedWallet) => void }

/** The one button of a checkout, named for its next step, and beneath it the wallet with what it holds. */
export function CheckoutButton({ wallet, option, intent, acts, hasFaucet, payment, demo }: CheckoutButtonProps) {
  const texts = { t: useTranslations('checkout'), tWallet: useTranslations('wallet') }
  const amountAtomic = payment?.amountAtomic ?? option.amountAtomic
  const { balanceAtomic, refresh } = useBalance(wallet, option, acts.step.kind === 'failed' ? 'after a failure' : '')
  const isPaying = intent === 'pay' && !isKept(acts) && busyLabelOf(texts, acts.step) === null
  const isShort = isPaying && balanceAtomic !== null && balanceAtomic < amountAtomic
  const act = nextAct(texts, { wallet, option, intent, acts, ...(payment && { payment }) })
  const isDemoOffered = useHasDemoWallet() && wallet.status === 'disconnected' && isPaying && demo !== undefined
  usePaidByDemo({ wallet, option, acts, demo })
  if (intent === 'sign-in' && wallet.status === 'connected' && !wallet.canSignMessages) {
    return <CannotSign wallet={wallet} isSignIn />
  }
  return (
    <div className="grid gap-3">
      {isDemoOffered && (
        <Button
          variant="primary"
          className="w-full"
          onClick={() => {
            demo.setPaying(true)
            wallet.connect?.(DEMO_WALLET)
          }}
        >
          {demoLabel(texts.t, option)}
        </Button>
      )}
      {isShort && wallet.status === 'connected' ? (
        <Shortage
          missingAtomic={amountAtomic - (balanceAtomic ?? 0n)}
          {...{ option, hasFaucet }}
          address={wallet.address}
          onFunded={refresh}
        />
      ) : (
        <Button
          variant={isDemoOffered ? 'plain' : 'primary'}
          className="w-full"
          isBusy={act.onPress === null}
          onClick={() => act.onPress?.()}
        >
          {act.label}
        </Button>
      )}
      <CannotSign wallet={wallet} isSignIn={false} />
      {wallet.status === 'connected' && <WalletLine wallet={wallet} option={option} balanceAtomic={balanceAtomic} />}
      {!isDemoOffered && <DemoWalletOffer wallet={wallet} />}
    </div>
  )
}

/** The demo's button agreed to the price that it names: its wallet pays as soon as it is there. Play money only. */
function usePaidByDemo({
  wallet,
  option,
  acts,
  demo,
}: Pick<CheckoutButtonProps, 'wallet' | 'option' | 'acts' | 'demo'>) {
  const isHere = demo?.isPaying === true && wallet.status === 'connected'
  useEffect(() => {
    if (!isHere) return
    demo.setPaying(false)
    if (wallet.name === DEMO_WALLET && wallet.isOn(option.network)) void acts.pay(wallet, option)
    // Once, when the wallet has come: the others are made in each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isHere])
}

/** "Pay 5 cents of test money", where the price is whole cents. */
function demoLabel(t: Translate<'checkout'>, option: PaymentOption): string {
  const { amountAtomic, coin, scheme } = option
  const unit = 10n ** BigInt(coin?.decimals ?? 0)
  const isWhole = coin !== null && amountAtomic > 0n && (amountAtomic * 100n) % unit === 0n
  const amount = isWhole
    ? t('demo.cents', { count: Number((amountAtomic * 100n) / unit) })
    : amountInWords(amountAtomic, option)
  return t(scheme === 'upto' ? 'demo.payUpTo' : 'demo.pay', { amount })
}

function WalletLine({
  wallet,
  option: { network, coin },
  balanceAtomic,
}: {
  wallet: ConnectedWallet
  option: PaymentOption
  balanceAtomic: bigint | null
}) {
  const t = useTranslations('checkout')
  const whose = {
    wallet: wallet.name,
    address: wallet.address,
    id: () => <CopyId value={wallet.address} name={t('yourAddress')} />,
  }
  return (
    <p className="text-center text-small text-quiet">
      {coin && balanceAtomic !== null
        ? t.rich('holds', {
            ...whose,
            amount: `${formatAtomic(balanceAtomic, coin.decimals)}\u00a0${coin.symbol}`,
            network: networkName(network),
            figures: (chunks) => <span className="figures">{chunks}</span>,
          })
        : t.rich('holdsUnknown', whose)}
    </p>
  )
}

type Texts = { t: Translate<'checkout'>; tWallet: Translate<'wallet'> }

/** The button's label during a step; null while it waits for a press. */
function busyLabelOf({ t, tWallet }: Texts, { kind }: Step): string | null {
  if (kind === 'switching' || kind === 'confirming') return tWallet('confirm')
  if (kind === 'opening') return tWallet('opening')
  return kind === 'settling' || kind === 'waiting' || kind === 'refunding' ? t(`busy.${kind}`) : null
}

type NextAct = { label: string; onPress: (() => void) | null }

function nextAct(
  texts: Texts,
  { wallet, option, intent, acts, payment }: Omit<CheckoutButtonProps, 'hasFaucet' | 'demo'>,
): NextAct {
  const { t, tWallet } = texts
  const { step } = acts
  const busy = busyLabelOf(texts, step)
  if (busy !== null) return { label: busy, onPress: null }
  if (step.kind === 'failed' && step.failure.next === 'reload') {
    return { label: t('showNewPrice'), onPress: acts.showNewTerms ?? (() => window.location.reload()) }
  }
  if (intent === 'pay' && isKept(acts)) return { label: t('askOutcome'), onPress: () => void acts.resume() }
  if (wallet.status === 'connecting') return { label: tWallet('connecting'), onPress: null }
  if (wallet.status === 'disconnected')
    return { label: connectLabel(tWallet, wallet), onPress: wallet.connect && (() => wallet.connect?.()) }
  if (!wallet.isOn(option.network)) {
    const label = tWallet('switchTo', { network: networkName(option.network) })
    return { label, onPress: () => void acts.switchTo(wallet, option.network) }
  }
  if (intent === 'sign-in') {
    const address = shortenMiddle(wallet.address, { head: 6, tail: 4 })
    return { label: t('already.signInAs', { address }), onPress: () => void acts.signIn(wallet, option) }
  }
  if (payment) return { label: payment.label, onPress: () => payment.pay(wallet) }
  const amount = amountInWords(option.amountAtomic, option)
  const label = t(option.scheme === 'upto' ? 'payUpTo' : 'pay', { amount })
  return { label, onPress: () => void acts.pay(wallet, option) }
}

/** A signed payment is open, and comes before any new one. */
const isKept = ({ step, isPaymentKept }: CheckoutActs): boolean =>
  isPaymentKept || (step.kind === 'failed' && step.failure.next === 'resume')
