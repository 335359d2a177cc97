'use client'

import { useActionState } from 'react'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { TextField } from '@/lib/ui/text-field'
import { emptyForm } from '../_actions/form-state'
import { openShop } from '../_actions/shop-actions'

export function OpenShopForm() {
  const [state, send, isSending] = useActionState(openShop, emptyForm)
  return (
    <form action={send} className="grid max-w-measure gap-6">
      <h1 className="font-serif text-display font-strong">Open your shop</h1>
      {state.message && <Notice tone="refused" title={state.message} announce="assertive" />}
      <TextField
        id="name"
        name="name"
        label="Name of the shop"
        required
        maxLength={80}
        defaultValue={state.values.name?.[0]}
        error={state.fields.name}
      />
      <TextField
        id="handle"
        name="handle"
        label="Name in the address"
        hint="Your routes live at /x/<name>/…. It stays for good, because what people buy is kept under it."
        isFigures
        required
        minLength={2}
        maxLength={32}
        defaultValue={state.values.handle?.[0]}
        error={state.fields.handle}
      />
      <p>
        <Button type="submit" variant="primary" isBusy={isSending}>
          Open the shop
        </Button>
      </p>
    </form>
  )
}
