'use client'

import { useSearchParams } from 'next/navigation'
import { Button } from '@/lib/ui/button'
import { TextField } from '@/lib/ui/text-field'
import { openShop } from '../_actions/shop-actions'
import { FormOutcome } from './form-outcome'
import { useSentForm } from './use-sent-form'

/** An invitation link carries its code, so that no one has to type it. */
export function OpenShopForm({ isInvitationNeeded }: { isInvitationNeeded: boolean }) {
  const invitation = useSearchParams().get('invitation')
  const { state, isSending, posted, formProps } = useSentForm(openShop)
  return (
    <form {...formProps} className="grid max-w-measure gap-6">
      <header className="grid gap-2">
        <h1 className="font-serif text-display font-strong">Open your shop</h1>
        <p>Two names, then the address that gets the money. After that you can sell.</p>
        {isInvitationNeeded && !invitation && (
          <p className="text-quiet">New shops come by invitation here. Ask those who run this site for one.</p>
        )}
      </header>
      <TextField
        id="name"
        name="name"
        label="Name of the shop"
        hint="Buyers see it beside every price."
        required
        maxLength={80}
        defaultValue={posted.name?.[0]}
        error={state.fields.name}
      />
      <TextField
        id="handle"
        name="handle"
        label="Name in the address"
        hint="Small letters, digits and hyphens. With “papers”, what you sell lives below /x/papers. It stays for good, because what people buy is kept under it."
        autoCapitalize="none"
        spellCheck={false}
        isFigures
        required
        minLength={2}
        maxLength={32}
        defaultValue={posted.handle?.[0]}
        error={state.fields.handle}
      />
      {isInvitationNeeded && (
        <TextField
          id="invitation"
          name="invitation"
          label="Invitation"
          hint="It begins with tpi_, opens one shop, and is used up by it."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          isFigures
          required
          maxLength={100}
          defaultValue={posted.invitation?.[0] ?? invitation ?? undefined}
          error={state.fields.invitation}
        />
      )}
      <p>
        <Button type="submit" variant="primary" isBusy={isSending}>
          Open the shop
        </Button>
      </p>
      <FormOutcome state={state} />
    </form>
  )
}
