'use client'

import { useState } from 'react'
import type { Purchase } from '@/lib/browser/purchase'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { BATCH_SETTLEMENT } from '@/lib/x402/payment-channel'
import type { PaymentOption } from '@/lib/x402/payment-option'
import { AtWallet } from './at-wallet'
import { CeilingNote } from './ceiling-note'
import { ChannelCheckout } from './channel-checkout'
import { CheckoutButton, type Intent } from './checkout-button'
import { useDeliver } from './delivery'
import { browserFamilyOf } from './load-wallets'
import { OptionPicker } from './option-picker'
import { type CheckoutActs, isBusy, type Step, useCheckout } from './use-checkout'

export type CheckoutProps = {
  purchase: Purchase
  options: PaymentOption[]
  /** The wallet that paid may open it again by signing in. */
  canSignIn: boolean
  /** Addresses that this browser is signed in with. */
  knownWallets: string[]
  hasFaucet: boolean
  /** Asks for the terms again when they have changed; without it the page is loaded again. */
  onTermsChanged?: () => void
}

/** A channel is opened with sellers of this site alone: its library gives the rest back, also without the browser's key. */
const isPayableHere = ({ network, coin, scheme, channel }: PaymentOption, { send }: Purchase): boolean =>
  browserFamilyOf(network) !== null &&
  coin !== null &&
  (scheme !== BATCH_SETTLEMENT || (channel !== undefined && send === undefined))

/** Pays for one request with a wallet of this browser, or signs in where it was paid for before. */
export function Checkout({ purchase, options, canSignIn, knownWallets, hasFaucet, onTermsChanged }: CheckoutProps) {
  const payable = options.filter((option) => isPayableHere(option, purchase))
  const [chosen, setChosen] = useState(0)
  const [intent, setIntent] = useState<Intent>('pay')
  const deliver = useDeliver()
  const acts = useCheckout({
    purchase,
    options: payable,
    canSignIn,
    knownWallets,
    deliver,
    ...(onTermsChanged && { onTermsChanged }),
  })
  const option = payable[chosen] ?? payable[0]
  if (!option) return <p>No wallet in a browser can pay for this. A terminal can; see below.</p>
  const networks = payable.map(({ network }) => network)
  return (
    <div className="grid gap-6">
      <OptionPicker
        options={payable}
        chosen={payable.indexOf(option)}
        isLocked={isBusy(acts.step)}
        onChoose={setChosen}
      />
      {option.scheme === 'upto' && intent === 'pay' && <CeilingNote option={option} />}
      <FailureNotice step={acts.step} />
      {acts.isPaymentKept && acts.step.kind === 'ready' && <KeptNotice />}
      {acts.step.kind === 'refunded' && <RefundNotice amount={acts.step.amount} />}
      {option.channel && intent === 'pay' ? (
        <ChannelCheckout {...{ option, networks, acts, hasFaucet }} />
      ) : (
        <AtWallet family={browserFamilyOf(option.network) ?? 'evm'} networks={networks}>
          {(wallet) => <CheckoutButton {...{ wallet, option, intent, acts, hasFaucet }} />}
        </AtWallet>
      )}
      <Progress step={acts.step} />
      {canSignIn && <IntentSwitch {...{ intent, setIntent, acts }} isSignedIn={knownWallets.length > 0} />}
    </div>
  )
}

function IntentSwitch({
  intent,
  setIntent,
  acts,
  isSignedIn,
}: {
  intent: Intent
  setIntent: (intent: Intent) => void
  acts: CheckoutActs
  isSignedIn: boolean
}) {
  const signIn = isSignedIn ? 'Bought with another wallet? Add it' : 'Already bought? Sign in with your wallet'
  const other = intent === 'pay' ? 'sign-in' : 'pay'
  return (
    <p>
      <Button disabled={isBusy(acts.step)} onClick={() => setIntent(other)}>
        {intent === 'pay' ? signIn : 'Not bought yet? Pay instead'}
      </Button>
    </p>
  )
}

function RefundNotice({ amount }: { amount: string | null }) {
  const title = amount === null ? 'Nothing was left: it came back before' : `${amount} is back in your wallet`
  return (
    <Notice tone="settled" title={title} announce="polite">
      <p>Nothing of yours lies with this seller any more.</p>
    </Notice>
  )
}

const stepsInWords: Partial<Record<Step['kind'], string>> = {
  switching: 'Your wallet asks whether to change the network.',
  confirming: 'Your wallet shows what you are about to sign. Nothing moves before you confirm.',
  settling: 'Signed. The payment is on its way to the chain.',
  waiting: 'The chain has not confirmed yet. The same payment is asked for again.',
  opening: 'Opening what you bought.',
  refunding: 'The seller sends back what is left. It takes a block or two.',
}

/** For a page that was loaded, or another tab, while the outcome is open. */
function KeptNotice() {
  return (
    <Notice tone="waiting" title="You have signed a payment for this already">
      <p>Its outcome was not known yet. Ask for it: the same payment is looked up, and nothing is charged twice.</p>
    </Notice>
  )
}

function FailureNotice({ step }: { step: Step }) {
  if (step.kind !== 'failed') return null
  const { title, detail, next } = step.failure
  return (
    <Notice tone={next === 'resume' ? 'waiting' : 'refused'} title={title} announce="assertive">
      <p>{detail}</p>
    </Notice>
  )
}

/** Under the button, politely. It is always there, so that screen readers hear it change and nothing moves. */
function Progress({ step }: { step: Step }) {
  return (
    <p role="status" className="-my-4 min-h-5 text-small text-quiet">
      {stepsInWords[step.kind]}
    </p>
  )
}
