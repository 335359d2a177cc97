'use client'

import { useState } from 'react'
import type { BrowserWallet } from '@/lib/browser/browser-wallet'
import { type KeptChannel, sumsOf } from '@/lib/browser/channels/kept-channel'
import { durationInWords } from '@/lib/ui/access'
import { Button } from '@/lib/ui/button'
import { CopyId } from '@/lib/ui/copy-id'
import { Notice } from '@/lib/ui/notice'
import { isSameAddress } from '@/lib/x402/addresses'
import { amountInWords, type PaymentOption } from '@/lib/x402/payment-option'
import { AtWallet } from './at-wallet'
import { ChannelBalance } from './channel-balance'
import { CheckoutButton } from './checkout-button'
import { DepositChoice, type DepositDraft, depositOf, smallDeposit } from './deposit-choice'
import { type ChannelActs, type CheckoutActs, isBusy } from './use-checkout'
import { useKeptChannel } from './use-kept-channel'

type ChannelCheckoutProps = {
  option: PaymentOption
  /** Networks of the wallet's family that the site takes. */
  networks: string[]
  acts: CheckoutActs & ChannelActs
  hasFaucet: boolean
}

/** Pays many small calls out of what the buyer puts aside once; then each call is a press of one button. */
export function ChannelCheckout(props: ChannelCheckoutProps) {
  const { option, acts } = props
  const channel = useKeptChannel(option)
  if (channel === null) return <OpenChannel {...props} />
  const { leftAtomic } = sumsOf(channel)
  const isUsedUp = leftAtomic < option.amountAtomic
  const isAsking = acts.isPaymentKept
  return (
    <div className="grid gap-6">
      <ChannelBalance channel={channel} option={option} />
      <p className="flex flex-wrap gap-4">
        {isAsking && <CallButton label="Ask for the outcome" acts={acts} onPress={() => void acts.resume()} />}
        {!isAsking && !isUsedUp && <CallNow option={option} acts={acts} />}
        {leftAtomic > 0n && !isAsking && (
          <Button
            variant={isUsedUp ? 'primary' : 'plain'}
            isBusy={isBusy(acts.step)}
            onClick={() => void acts.refundChannel(option)}
          >
            Get {amountInWords(leftAtomic, option)} back
          </Button>
        )}
      </p>
      {isUsedUp ? (
        <TopUp {...props} channel={channel} />
      ) : (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
            Top up
          </summary>
          <div className="pt-4">
            <TopUp {...props} channel={channel} />
          </div>
        </details>
      )}
    </div>
  )
}

/** One call out of what lies there; the wallet is not asked. */
export function CallNow({ option, acts }: Pick<ChannelCheckoutProps, 'option' | 'acts'>) {
  const label = `Call for ${amountInWords(option.amountAtomic, option)}`
  return <CallButton label={label} acts={acts} onPress={() => void acts.callByChannel(option, null)} />
}

function CallButton({ label, acts: { step }, onPress }: { label: string; acts: CheckoutActs; onPress: () => void }) {
  return (
    <Button variant="primary" isBusy={isBusy(step)} onClick={onPress}>
      {step.kind === 'settling' ? 'Calling' : label}
    </Button>
  )
}

function OpenChannel(props: ChannelCheckoutProps) {
  const { option, acts } = props
  const [draft, setDraft] = useState<DepositDraft>({ kind: 'calls', amountAtomic: smallDeposit(option) })
  return (
    <div className="grid gap-6">
      <ChannelNote option={option} />
      <DepositChoice option={option} draft={draft} onChange={setDraft} isLocked={isBusy(acts.step)} />
      <DepositButton {...props} draft={draft} payer={null} verb="Put" />
    </div>
  )
}

function TopUp(props: ChannelCheckoutProps & { channel: KeptChannel }) {
  const { option, acts, channel } = props
  const [draft, setDraft] = useState<DepositDraft>({ kind: 'calls', amountAtomic: smallDeposit(option) })
  return (
    <div className="grid gap-6">
      <p className="text-small text-quiet">
        Your wallet signs once more, and one call is made with it. It adds to what is left.
      </p>
      <DepositChoice option={option} draft={draft} onChange={setDraft} isLocked={isBusy(acts.step)} />
      <DepositButton {...props} draft={draft} payer={channel.payer} verb="Add" />
    </div>
  )
}

function DepositButton(
  props: ChannelCheckoutProps & { draft: DepositDraft; payer: string | null; verb: 'Put' | 'Add' },
) {
  const { option, networks, acts, hasFaucet, draft, payer, verb } = props
  const deposit = depositOf(draft, option)
  const amount = deposit === null ? 'this amount' : amountInWords(deposit, option)
  const label = verb === 'Put' ? `Put ${amount} aside and call` : `Add ${amount} and call`
  return (
    <AtWallet family="evm" networks={networks}>
      {(wallet) =>
        isAnother(wallet, payer) ? (
          <OtherWallet payer={payer ?? ''} />
        ) : (
          <CheckoutButton
            {...{ wallet, option, acts, hasFaucet }}
            intent="pay"
            payment={{
              amountAtomic: deposit ?? option.channel?.minDepositAtomic ?? 0n,
              label,
              pay: (connected) => {
                if (deposit !== null) void acts.callByChannel(option, { wallet: connected, amountAtomic: deposit })
              },
            }}
          />
        )
      }
    </AtWallet>
  )
}

const isAnother = (wallet: BrowserWallet, payer: string | null): boolean =>
  wallet.status === 'connected' && payer !== null && !isSameAddress('evm', wallet.address, payer)

function OtherWallet({ payer }: { payer: string }) {
  return (
    <Notice tone="waiting" title="Another wallet is connected" announce="polite">
      <p>
        Only <CopyId value={payer} name="wallet address" />, which put the money aside, can add to it. Choose it in your
        wallet. Calls and getting the rest back need no wallet.
      </p>
    </Notice>
  )
}

/** What putting money aside means, before the wallet is asked. */
function ChannelNote({ option }: { option: PaymentOption }) {
  const { payTo, channel, amountAtomic } = option
  return (
    <div className="grid gap-2 border-s-4 border-edge bg-shade p-4 text-small">
      <p>
        You put an amount aside once, with one signature, for this seller alone (
        <CopyId value={payTo} name="seller's address" />
        ). Each call takes {amountInWords(amountAtomic, option)} of it, and your wallet is not asked again.
      </p>
      <p>
        What is left comes back to your wallet whenever you press the button for it
        {channel &&
          `, and ${durationInWords(channel.withdrawDelaySeconds)} after you ask for it even without the seller`}
        . Until then it lies in a contract that pays nobody else.
      </p>
      <p>
        A key that this browser makes signs the calls. It can spend what you put aside here and nothing else. If it is
        lost, sign in to your library to get the rest back.
      </p>
    </div>
  )
}
