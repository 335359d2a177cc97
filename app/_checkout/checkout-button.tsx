'use client'

import { useTranslations } from 'next-intl'
import { formatAtomic } from '@/lib/base/x402/money'
import { networkName } from '@/lib/base/x402/networks'
import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import type { BrowserWallet, ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-id'
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
}

/** An amount that leaves the wallet, and the button that makes the wallet sign it. */
type WalletPayment = { amountAtomic: bigint; label: string; pay: (wallet: ConnectedWallet) => void }

/** The one button of a checkout, named for its next step, and its surroundings. */
export function CheckoutButton({ wallet, option, intent, acts, hasFaucet, payment }: CheckoutButtonProps) {
  const texts = { t: useTranslations('checkout'), tWallet: useTranslations('wallet') }
  const amountAtomic = payment?.amountAtomic ?? option.amountAtomic
  const { balanceAtomic, refresh } = useBalance(wallet, option, acts.step.kind === 'failed' ? 'after a failure' : '')
  const isPaying = intent === 'pay' && !isKept(acts) && busyLabelOf(texts, acts.step) === null
  const isShort = isPaying && balanceAtomic !== null && balanceAtomic < amountAtomic
  const act = nextAct(texts, { wallet, option, intent, acts, ...(payment && { payment }) })
  return (
    <div className="grid justify-items-start gap-4">
      {wallet.status === 'connected' && <WalletLine wallet={wallet} option={option} balanceAtomic={balanceAtomic} />}
      {isShort && wallet.status === 'connected' ? (
        <Shortage
          missingAtomic={amountAtomic - (balanceAtomic ?? 0n)}
          {...{ option, hasFaucet }}
          address={wallet.address}
          onFunded={refresh}
        />
      ) : (
        <Button variant="primary" isBusy={act.onPress === null} onClick={() => act.onPress?.()}>
          {act.label}
        </Button>
      )}
      <DemoWalletOffer wallet={wallet} />
    </div>
  )
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
    <p className="text-small text-quiet">
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
  { wallet, option, intent, acts, payment }: Omit<CheckoutButtonProps, 'hasFaucet'>,
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
  if (intent === 'sign-in') return { label: tWallet('signIn'), onPress: () => void acts.signIn(wallet, option) }
  if (payment) return { label: payment.label, onPress: () => payment.pay(wallet) }
  const amount = amountInWords(option.amountAtomic, option)
  const label = t(option.scheme === 'upto' ? 'payUpTo' : 'pay', { amount })
  return { label, onPress: () => void acts.pay(wallet, option) }
}

/** A signed payment is open, and comes before any new one. */
const isKept = ({ step, isPaymentKept }: CheckoutActs): boolean =>
  isPaymentKept || (step.kind === 'failed' && step.failure.next === 'resume')
