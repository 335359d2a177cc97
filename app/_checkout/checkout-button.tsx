'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { formatAtomic } from '@/lib/base/x402/money'
import { networkName } from '@/lib/base/x402/networks'
import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import type { BrowserFamily, BrowserWallet, ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import { onRampAddress } from '@/lib/site/browser/on-ramp'
import { siteSetting } from '@/lib/site/browser/site-setting'
import type { Translate } from '@/lib/site/messages/translate'
import { coinsInWords, useLocalDigits } from '@/lib/site/ui/amount'
import { Button, buttonClass } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-button'
import { Notice } from '@/lib/site/ui/notice'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { type CheckoutActs, isBusy, useBalance } from './use-checkout'
import { type WalletAction, WalletButton } from './wallet-button'

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
  const t = useTranslations('checkout')
  const tWallet = useTranslations('wallet')
  const inDigits = useLocalDigits()
  const { balanceAtomic, refresh } = useBalance(wallet, option)
  const present = wallet.status === 'connected' ? wallet : null
  const isPaying = intent === 'pay'
  const first = firstAct(t, acts, isPaying)
  const missingAtomic = (payment?.amountAtomic ?? option.amountAtomic) - (balanceAtomic ?? option.amountAtomic)
  const pay = payment?.pay ?? ((connected: ConnectedWallet, isNew: boolean) => acts.pay(connected, option, isNew))
  const address = present && shortenMiddle(present.address, { head: 6, tail: 4 })
  const signInLabel = address ? t('already.signInAs', { address }) : tWallet('signIn')
  const price = inDigits(amountInWords(option.amountAtomic, option))
  const payLabel = payment?.label ?? t(option.scheme === 'upto' ? 'payUpTo' : 'pay', { amount: price })
  return (
    <div className="grid gap-3">
      <WalletButton
        wallet={wallet}
        networks={[option.network, ...networks.filter((network) => network !== option.network)]}
        onFamily={onFamily}
        first={first}
        label={isPaying ? payLabel : signInLabel}
        onPress={isPaying ? pay : (connected) => acts.signIn(connected, option)}
        onSwitch={(connected) => acts.switchTo(connected, option.network)}
        {...(!payment && { goesOn: isPaying ? 'own' : 'any' })}
        needsMessages={!isPaying}
        demoLabel={isPaying ? (payment?.label ?? demoLabel(t, option, price)) : undefined}
        instead={
          present && isPaying && first === null && balanceAtomic !== null && missingAtomic > 0n ? (
            <Shortage {...{ missingAtomic, option, hasFaucet }} address={present.address} onFunded={refresh} />
          ) : undefined
        }
        className="w-full px-2!"
      >
        {present && isPaying && !present.canSignMessages && (
          <p className="text-small">{tWallet('cannotSign.toPay', { name: present.name })}</p>
        )}
        {present && <WalletLine wallet={present} option={option} balanceAtomic={balanceAtomic} />}
      </WalletButton>
    </div>
  )
}

/** A step that goes on, or has to be settled before anything new is signed; null for neither. */
function firstAct(t: Translate<'checkout'>, acts: CheckoutActs, isPaying: boolean): WalletAction | null {
  const { step, isPaymentKept, resume, showNewTerms = () => window.location.reload() } = acts
  if (isBusy(step)) return { label: t(`busy.${step.kind}`), onPress: null }
  const next = step.kind === 'failed' ? step.failure.next : null
  if (next === 'reload') return { label: t('showNewPrice'), onPress: showNewTerms }
  if (isPaying && (isPaymentKept || next === 'resume')) return { label: t('askOutcome'), onPress: resume }
  return null
}

/** "Pay 5 cents of test money", where the price is whole cents below a dollar. */
function demoLabel(t: Translate<'checkout'>, { amountAtomic, coin, scheme }: PaymentOption, price: string): string {
  const unit = 10n ** BigInt(coin?.decimals ?? 0)
  const isWhole = coin !== null && amountAtomic > 0n && amountAtomic < unit && (amountAtomic * 100n) % unit === 0n
  const amount = isWhole ? t('demo.cents', { count: Number((amountAtomic * 100n) / unit) }) : price
  return t(scheme === 'upto' ? 'demo.payUpTo' : 'demo.pay', { amount })
}

type WalletLineProps = { wallet: ConnectedWallet; option: PaymentOption; balanceAtomic: bigint | null }

function WalletLine({ wallet, option: { network, coin }, balanceAtomic }: WalletLineProps) {
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
