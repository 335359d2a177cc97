'use client'

import { useTranslations } from 'next-intl'
import { use, useRef } from 'react'
import { SignWithWallet } from '@/app/_checkout/sign-with-wallet'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import { FormContext } from '@/lib/site/ui/fields'

/**
 * The step of a form in which a wallet signs the form's change. Once signed, the form is sent again with the signature;
 * after a refusal everything stays as typed.
 */
export function ConfirmWithWallet() {
  const { confirmation } = use(FormContext)
  // Every message is signed once, so each gets its own component.
  return confirmation && <Confirm key={confirmation.info.nonce} confirmation={confirmation} />
}

function Confirm({ confirmation }: { confirmation: SignInExtension }) {
  const t = useTranslations('sellerForms.confirm')
  const proof = useRef<HTMLInputElement>(null)
  const networks = confirmation.supportedChains.map(({ chainId }) => chainId)
  return (
    <section
      data-confirmation
      tabIndex={-1}
      aria-label={t('title')}
      className="grid gap-4 border border-edge p-4 outline-none"
    >
      <h3 className="font-strong">{t('title')}</h3>
      <p>{t('about')}</p>
      <p lang="en" className="border-s-4 border-edge ps-4 wrap-anywhere">
        {confirmation.info.statement}
      </p>
      <input ref={proof} type="hidden" name="proof" />
      <SignWithWallet
        networks={networks}
        label={t('title')}
        sign={async (wallet) => {
          const { signConfirmation } = await import('@/lib/site/browser/sign-in')
          const signed = await signConfirmation(wallet, confirmation)
          if (!proof.current?.form) return
          proof.current.value = signed
          proof.current.form.requestSubmit()
        }}
      />
    </section>
  )
}
