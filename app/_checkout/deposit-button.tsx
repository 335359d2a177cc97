'use client'

import { useTranslations } from 'next-intl'
import { isSameAddress } from '@/lib/base/x402/addresses'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { BrowserWallet } from '@/lib/site/browser/browser-wallet'
import type { ChannelLimits } from '@/lib/site/browser/channels/kept-channel'
import { CopyId } from '@/lib/site/ui/copy-id'
import { Notice } from '@/lib/site/ui/notice'
import { CheckoutButton } from './checkout-button'
import type { ChannelActs, CheckoutActs } from './use-checkout'
import { useWallet } from './use-wallet'

type DepositButtonProps = {
  option: PaymentOption
  acts: CheckoutActs & ChannelActs
  hasFaucet: boolean
  /** The wallet that the channel belongs to; null for a new one. */
  payer: string | null
  /** Null where the typed amount cannot be put aside. */
  depositAtomic: bigint | null
  label: string
  limits?: ChannelLimits
}

/** Puts an amount aside with one signature, and pays one call out of it. */
export function DepositButton(props: DepositButtonProps) {
  const { option, acts, hasFaucet, payer, depositAtomic, label, limits } = props
  const wallet = useWallet('evm')
  if (isAnother(wallet, payer)) return <OtherWallet payer={payer ?? ''} />
  return (
    <CheckoutButton
      {...{ wallet, option, acts, hasFaucet }}
      // Only EVM wallets open channels.
      networks={[option.network]}
      onFamily={() => {}}
      intent="pay"
      payment={{
        amountAtomic: depositAtomic ?? option.channel?.minDepositAtomic ?? 0n,
        label,
        pay: (connected) => {
          if (depositAtomic === null) return
          const deposit = { wallet: connected, amountAtomic: depositAtomic, ...(limits && { limits }) }
          void acts.callByChannel(option, deposit)
        },
      }}
    />
  )
}

const isAnother = (wallet: BrowserWallet, payer: string | null): boolean =>
  wallet.status === 'connected' && payer !== null && !isSameAddress('evm', wallet.address, payer)

function OtherWallet({ payer }: { payer: string }) {
  const t = useTranslations('channel.otherWallet')
  return (
    <Notice tone="waiting" title={t('title')} announce="polite">
      <p>
        {t.rich('detail', {
          address: payer,
          id: () => <CopyId value={payer} name={t('address')} />,
        })}
      </p>
    </Notice>
  )
}
