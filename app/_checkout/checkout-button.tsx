'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { formatAtomic } from '@/lib/base/x402/money'
import { networkName } from '@/lib/base/x402/networks'
import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import type { BrowserFamily, BrowserWallet, ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import { onRampAddress } from '@/lib/site/browser/on-ramp'
import { queryKeys } from '@/lib/site/browser/query-keys'
import { siteSetting } from '@/lib/site/browser/site-setting'
import type { Translate } from '@/lib/site/messages/translate'
import { coinsInWords, useLocalDigits } from '@/lib/site/ui/amount'
import { Button, buttonClass } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-button'
import { Notice } from '@/lib/site/ui/notice'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { useHasDemoWallet } from '../_components/demo-wallet'
import type { CheckoutActs, Step } from './use-checkout'
import { CannotSign, type WalletAction, WalletButton } from './wallet-button'

export type Intent = 'pay' | 'sign-in'

type CheckoutButtonProps = {
  wallet: BrowserWallet
  option: PaymentOption
  /** Networks of every option, so that any wallet for one of them can be chosen. */
  networks: string[]
  onFamily: (family: BrowserFamily) => void
  intent: Intent
  acts: CheckoutActs
  hasFaucet: boolean
  /** The amount that the wallet signs, where it is not the option's price. */
  payment?: WalletPayment
}

/** An amount that leaves the wallet, and the button that makes the wallet sign it. */
type WalletPayment = { amountAtomic: bigint; label: string; pay: (wallet: ConnectedWallet) => void }

/** The one button of a checkout, named for its next step, and beneath it the wallet with what it holds. */
export function CheckoutButton(props: CheckoutButtonProps) {
  const { wallet, option, networks, onFamily, intent, acts, hasFaucet, payment } = props
  const texts = {
    t: useTranslations('checkout'),
    tWallet: useTranslations('wallet'),
    inDigits: useLocalDigits(),
  }
  const amountAtomic = payment?.amountAtomic ?? option.amountAtomic
  const { balanceAtomic, refresh } = useBalance(wallet, option)
  const act = nextAct(texts, { wallet, option, intent, acts, ...(payment && { payment }) })
  const isPaying = intent === 'pay' && !isKept(acts) && busyLabelOf(texts, acts.step) === null
  const isShort = isPaying && balanceAtomic !== null && balanceAtomic < amountAtomic
  const cannotSign = wallet.status === 'connected' && !wallet.canSignMessages
  const hasDemo = useHasDemoWallet() && isPaying
  // The pressed button named the price: its wallet pays as soon as it is there.
  const payAtOnce = (connected: ConnectedWallet) => {
    if (!connected.isOn(option.network)) return
    if (payment) payment.pay(connected)
    else acts.pay(connected, option, { isNew: true })
  }
  return (
    <div className="grid gap-3">
      <WalletButton
        wallet={wallet}
        networks={[option.network, ...networks.filter((network) => network !== option.network)]}
        onFamily={onFamily}
        act={act}
        payment={isPaying && !payment ? { label: payLabel(texts, option), onConnected: payAtOnce } : undefined}
        demo={hasDemo ? { label: payment?.label ?? demoLabel(texts, option), onConnected: payAtOnce } : undefined}
        instead={
          cannotSign && intent === 'sign-in' ? (
            <CannotSign name={wallet.name} isSignIn />
          ) : isShort && wallet.status === 'connected' ? (
            <Shortage
              missingAtomic={amountAtomic - (balanceAtomic ?? 0n)}
              {...{ option, hasFaucet }}
              address={wallet.address}
              onFunded={refresh}
            />
          ) : undefined
        }
        className="w-full px-2!"
      >
        {cannotSign && intent === 'pay' && <CannotSign name={wallet.name} isSignIn={false} />}
        {wallet.status === 'connected' && <WalletLine wallet={wallet} option={option} balanceAtomic={balanceAtomic} />}
      </WalletButton>
    </div>
  )
}

/** "Pay 5 cents of test money", where the price is whole cents below a dollar. */
function demoLabel({ t, inDigits }: CheckoutTexts, option: PaymentOption): string {
  const { amountAtomic, coin, scheme } = option
  const unit = 10n ** BigInt(coin?.decimals ?? 0)
  const isWhole = coin !== null && amountAtomic > 0n && amountAtomic < unit && (amountAtomic * 100n) % unit === 0n
  const amount = isWhole
    ? t('demo.cents', { count: Number((amountAtomic * 100n) / unit) })
    : inDigits(amountInWords(amountAtomic, option))
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
  const inDigits = useLocalDigits()
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
            amount: inDigits(`${formatAtomic(balanceAtomic, coin.decimals)}\u00a0${coin.symbol}`),
            network: networkName(network),
            figures: (chunks) => <span className="figures">{chunks}</span>,
          })
        : t.rich('holdsUnknown', whose)}
    </p>
  )
}

type CheckoutTexts = { t: Translate<'checkout'>; tWallet: Translate<'wallet'>; inDigits: (text: string) => string }

/** The button's label during a step; null while it waits for a press. */
function busyLabelOf({ t, tWallet }: CheckoutTexts, { kind }: Step): string | null {
  if (kind === 'switching' || kind === 'confirming') return tWallet('confirm')
  if (kind === 'opening') return tWallet('opening')
  return kind === 'settling' || kind === 'waiting' || kind === 'refunding' ? t(`busy.${kind}`) : null
}

function nextAct(
  texts: CheckoutTexts,
  {
    wallet,
    option,
    intent,
    acts,
    payment,
  }: Pick<CheckoutButtonProps, 'wallet' | 'option' | 'intent' | 'acts' | 'payment'>,
): WalletAction | null {
  const { t, tWallet } = texts
  const { step } = acts
  const busy = busyLabelOf(texts, step)
  if (busy !== null) return { label: busy, onPress: null }
  if (step.kind === 'failed' && step.failure.next === 'reload') {
    return { label: t('showNewPrice'), onPress: acts.showNewTerms ?? (() => window.location.reload()) }
  }
  if (intent === 'pay' && isKept(acts)) return { label: t('askOutcome'), onPress: () => acts.resume() }
  if (wallet.status !== 'connected') return null
  if (!wallet.isOn(option.network)) {
    const label = tWallet('switchTo', { network: networkName(option.network) })
    return { label, onPress: () => acts.switchTo(wallet, option.network) }
  }
  if (intent === 'sign-in') {
    const address = shortenMiddle(wallet.address, { head: 6, tail: 4 })
    return { label: t('already.signInAs', { address }), onPress: () => acts.signIn(wallet, option) }
  }
  if (payment) return { label: payment.label, onPress: () => payment.pay(wallet) }
  return { label: payLabel(texts, option), onPress: () => acts.pay(wallet, option) }
}

const payLabel = ({ t, inDigits }: CheckoutTexts, option: PaymentOption): string =>
  t(option.scheme === 'upto' ? 'payUpTo' : 'pay', { amount: inDigits(amountInWords(option.amountAtomic, option)) })

/** A signed payment is open, and comes before any new one. */
const isKept = ({ step, isPaymentKept }: CheckoutActs): boolean =>
  isPaymentKept || (step.kind === 'failed' && step.failure.next === 'resume')

/** The connected wallet's balance of the asset; null while unknown, which never keeps anyone from paying. */
function useBalance(wallet: BrowserWallet, { network, asset }: PaymentOption) {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.balance(wallet.status === 'connected' ? wallet.address : null, network, asset),
    queryFn: () => (wallet.status === 'connected' ? wallet.readBalance(network, asset) : null),
    enabled: wallet.status === 'connected',
  })
  return { balanceAtomic: isError ? null : (data ?? null), refresh: () => void refetch() }
}

type ShortageProps = {
  missingAtomic: bigint
  option: PaymentOption
  address: string
  hasFaucet: boolean
  onFunded: () => void
}

/** The missing amount and where to get it; in the demo, from the faucet at once. */
function Shortage({ missingAtomic, option, address, hasFaucet, onFunded }: ShortageProps) {
  const t = useTranslations('checkout.shortage')
  const tPrice = useTranslations('price')
  const { network, coin } = option
  // The notice appears once a wallet is connected, so only in browsers.
  const onRamp = onRampAddress(siteSetting('on-ramp-url'), { option, address, missingAtomic })
  const amount = useLocalDigits()(coinsInWords(tPrice, missingAtomic, coin))
  const faucet = useMutation({
    mutationFn: async () => {
      const answer = await fetch('/devnet/faucet', { method: 'POST', body: JSON.stringify({ network, address }) })
      if (!answer.ok) throw new Error(`The faucet answered ${answer.status}.`)
    },
    onSuccess: onFunded,
  })
  return (
    <Notice tone="waiting" title={t('title', { amount })} announce="polite">
      <p>
        {hasFaucet
          ? t('free', { network: networkName(network) })
          : t('send', { symbol: coin?.symbol ?? '', network: networkName(network) })}
      </p>
      {hasFaucet && (
        <p>
          <Button variant="primary" isBusy={faucet.isPending} onClick={() => faucet.mutate()}>
            {t('get', { symbol: coin?.symbol ?? '' })}
          </Button>
        </p>
      )}
      {onRamp && (
        <p>
          <a href={onRamp} target="_blank" rel="noopener noreferrer" className={buttonClass('primary')}>
            {t('buy', { symbol: coin?.symbol ?? '' })}
          </a>
        </p>
      )}
      <p role="status">{faucet.isError && t('failed')}</p>
      {!hasFaucet && <Button onClick={onFunded}>{t('again')}</Button>}
    </Notice>
  )
}
