'use client'

import { useState } from 'react'
import type { Purchase } from '@/lib/browser/purchase'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import type { PaymentOption } from '@/lib/x402/payment-option'
import { AtWallet } from './at-wallet'
import { CeilingNote } from './ceiling-note'
import { CheckoutButton, type Intent } from './checkout-button'
import { browserFamilyOf } from './load-wallets'
import { OptionPicker } from './option-picker'
import { useDeliver } from './purchase-area'
import { type CheckoutActs, type Step, useCheckout } from './use-checkout'

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

/** Channels need a client that keeps their vouchers: a program pays by them, a browser by the other options. */
const isPayableHere = ({ network, coin, scheme }: PaymentOption): boolean =>
  browserFamilyOf(network) !== null && coin !== null && scheme !== 'batch-settlement'

/** Pays for one request with a wallet of this browser, or signs in where it was paid for before. */
export function Checkout({ purchase, options, canSignIn, knownWallets, hasFaucet, onTermsChanged }: CheckoutProps) {
  const payable = options.filter(isPayableHere)
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
      <AtWallet family={browserFamilyOf(option.network) ?? 'evm'} networks={networks}>
        {(wallet) => <CheckoutButton {...{ wallet, option, intent, acts, hasFaucet }} />}
      </AtWallet>
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

const stepsInWords: Partial<Record<Step['kind'], string>> = {
  switching: 'Your wallet asks whether to change the network.',
  confirming: 'Your wallet shows what you are about to sign. Nothing moves before you confirm.',
  settling: 'Signed. The payment is on its way to the chain.',
  waiting: 'The chain has not confirmed yet. The same payment is asked for again.',
  opening: 'Opening what you bought.',
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

const isBusy = ({ kind }: Step) => kind !== 'ready' && kind !== 'failed'
