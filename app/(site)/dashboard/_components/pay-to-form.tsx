'use client'

import { useActionState, useState } from 'react'
import { familyOf } from '@/lib/x402/networks'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { SelectField } from '@/lib/ui/select-field'
import { TextField } from '@/lib/ui/text-field'
import { emptyForm } from '../_actions/form-state'
import { setPayTo } from '../_actions/shop-actions'

type PayToFormProps = {
  networks: { id: string; name: string; isTest: boolean }[]
  /** Addresses that the seller has signed in with. */
  wallets: { scope: string; address: string }[]
}

/** Shows the address once more, in groups that can be compared, before it counts. */
export function PayToForm({ networks, wallets }: PayToFormProps) {
  const [state, send, isSending] = useActionState(setPayTo, emptyForm)
  const [address, setAddress] = useState('')
  const [network, setNetwork] = useState(networks.find(({ isTest }) => isTest)?.id ?? networks[0]?.id ?? '')
  // A contract wallet counts on the one network where it was proven.
  const own = wallets.find(({ scope }) => scope === network || scope === familyOf(network))
  const shown = address.trim()
  return (
    <form action={send} className="grid max-w-measure gap-6">
      <h2 className="text-title font-strong">Set an address</h2>
      {state.message && <Notice tone="refused" title={state.message} announce="assertive" />}
      <SelectField
        id="network"
        name="network"
        label="Network"
        value={network}
        onChange={(event) => setNetwork(event.target.value)}
        options={networks.map(({ id, name, isTest }) => ({
          value: id,
          label: isTest ? `${name} (test money)` : `${name} (real money)`,
        }))}
        error={state.fields.network}
      />
      <TextField
        id="address"
        name="address"
        label="Address that gets the money"
        isFigures
        required
        autoComplete="off"
        spellCheck={false}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        error={state.fields.address}
      />
      {own && shown !== own.address && (
        <p>
          <Button onClick={() => setAddress(own.address)}>Use the wallet that you signed in with</Button>
        </p>
      )}
      {shown !== '' && (
        <fieldset className="grid gap-2 border border-rule p-4">
          <legend className="px-2 font-strong">Compare it with your wallet</legend>
          <p className="figures wrap-anywhere">{(shown.match(/.{1,4}/g) ?? []).join(' ')}</p>
          <input type="hidden" name="confirmation" value={shown} />
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="isConfirmed" value="yes" required className="size-5" />
            This is my address, letter by letter
          </label>
          {state.fields.confirmation && <p className="text-small text-refused">{state.fields.confirmation}</p>}
        </fieldset>
      )}
      <p>
        <Button type="submit" variant="primary" isBusy={isSending}>
          Confirm this address
        </Button>
      </p>
    </form>
  )
}
