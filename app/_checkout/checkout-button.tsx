'use client'

import type { BrowserWallet, ConnectedWallet } from '@/lib/browser/browser-wallet'
import { Button } from '@/lib/ui/button'
import { CopyId } from '@/lib/ui/copy-id'
import { formatAtomic } from '@/lib/x402/money'
import { networkName } from '@/lib/x402/networks'
import { amountInWords, type PaymentOption } from '@/lib/x402/payment-option'
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
  /** What the wallet signs, where it is not the option's price. */
  payment?: WalletPayment
}

/** An amount that leaves the wallet, and the button that has it signed. */
type WalletPayment = { amountAtomic: bigint; label: string; pay: (wallet: ConnectedWallet) => void }

/** The one button of a checkout, named for its next step, and its surroundings. */
export function CheckoutButton({ wallet, option, intent, acts, hasFaucet, payment }: CheckoutButtonProps) {
  const amountAtomic = payment?.amountAtomic ?? option.amountAtomic
  const { balanceAtomic, refresh } = useBalance(wallet, option, acts.step.kind === 'failed' ? 'after a failure' : '')
  const isPaying = intent === 'pay' && !isKept(acts) && busyLabels[acts.step.kind] === undefined
  const isShort = isPaying && balanceAtomic !== null && balanceAtomic < amountAtomic
  const act = nextAct({ wallet, option, intent, acts, ...(payment && { payment }) })
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
  return (
    <p className="text-small text-quiet">
      {wallet.name} <CopyId value={wallet.address} name="your address" />
      {coin && balanceAtomic !== null && (
        <>
          {' '}
          holds{' '}
          <span className="figures">
            {formatAtomic(balanceAtomic, coin.decimals)}
            {'\u00a0'}
            {coin.symbol}
          </span>{' '}
          on {networkName(network)}
        </>
      )}
    </p>
  )
}

const busyLabels: Partial<Record<Step['kind'], string>> = {
  switching: 'Confirm in your wallet',
  confirming: 'Confirm in your wallet',
  settling: 'Settling',
  waiting: 'Waiting for the outcome',
  opening: 'Opening',
  refunding: 'Getting the rest back',
}

type NextAct = { label: string; onPress: (() => void) | null }

function nextAct({ wallet, option, intent, acts, payment }: Omit<CheckoutButtonProps, 'hasFaucet'>): NextAct {
  const { step } = acts
  const busy = busyLabels[step.kind]
  if (busy !== undefined) return { label: busy, onPress: null }
  if (step.kind === 'failed' && step.failure.next === 'reload') {
    return { label: 'Show the new price', onPress: acts.showNewTerms ?? (() => window.location.reload()) }
  }
  if (intent === 'pay' && isKept(acts)) return { label: 'Ask for the outcome', onPress: () => void acts.resume() }
  if (wallet.status === 'connecting') return { label: 'Connecting', onPress: null }
  if (wallet.status === 'disconnected')
    return { label: connectLabel(wallet), onPress: wallet.connect && (() => wallet.connect?.()) }
  if (!wallet.isOn(option.network)) {
    const label = `Switch to ${networkName(option.network)}`
    return { label, onPress: () => void acts.switchTo(wallet, option.network) }
  }
  if (intent === 'sign-in') return { label: 'Sign in with wallet', onPress: () => void acts.signIn(wallet, option) }
  if (payment) return { label: payment.label, onPress: () => payment.pay(wallet) }
  return { label: `Pay ${amountOf(option)}`, onPress: () => void acts.pay(wallet, option) }
}

/** A signed payment is open, and comes before any new one. */
const isKept = ({ step, isPaymentKept }: CheckoutActs): boolean =>
  isPaymentKept || (step.kind === 'failed' && step.failure.next === 'resume')

function amountOf(option: PaymentOption): string {
  const { scheme, amountAtomic } = option
  const amount = amountInWords(amountAtomic, option)
  return scheme === 'upto' ? `up to ${amount}` : amount
}
