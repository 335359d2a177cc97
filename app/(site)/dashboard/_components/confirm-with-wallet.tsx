'use client'

import { useRef } from 'react'
import type { SignInExtension } from '@/lib/x402/sign-in'
import { SignWithWallet } from '../../../_checkout/sign-with-wallet'

/**
 * The step of a form at which a wallet signs what the form is about to change. Once signed, the form is sent again
 * with the signature; after a refusal everything is as it was typed.
 */
export function ConfirmWithWallet({ confirmation }: { confirmation: SignInExtension | null }) {
  // Every message is signed once, so each has a place of its own.
  return confirmation && <Confirm key={confirmation.info.nonce} confirmation={confirmation} />
}

function Confirm({ confirmation }: { confirmation: SignInExtension }) {
  const proof = useRef<HTMLInputElement>(null)
  const networks = confirmation.supportedChains.map(({ chainId }) => chainId)
  return (
    <section
      data-confirmation
      tabIndex={-1}
      aria-label="Confirm with your wallet"
      className="grid gap-4 border border-edge p-4 outline-none"
    >
      <h3 className="font-strong">Confirm with your wallet</h3>
      <p>
        Your wallet shows this, and a wallet of your account signs it. That costs nothing. Nothing is changed before.
      </p>
      <p className="border-s-4 border-edge ps-4 wrap-anywhere">{confirmation.info.statement}</p>
      <input ref={proof} type="hidden" name="proof" />
      <SignWithWallet
        networks={networks}
        label="Confirm with your wallet"
        sign={async (wallet) => {
          const { signConfirmation } = await import('@/lib/browser/sign-confirmation')
          const signed = await signConfirmation(wallet, confirmation)
          if (!proof.current?.form) return
          proof.current.value = signed
          proof.current.form.requestSubmit()
        }}
      />
    </section>
  )
}
