'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ConfirmWithWallet } from '@/app/(site)/dashboard/_components/confirm-with-wallet'
import { FormEnd, FormOutcome } from '@/app/(site)/dashboard/_components/form-end'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { setPayTo } from '@/app/(site)/dashboard/_server/shop-actions'
import { familyOf } from '@/lib/base/x402/networks'
import { Button } from '@/lib/site/ui/button'
import { CheckboxField, SelectField, TextField } from '@/lib/site/ui/fields'
import { useEarlyInput } from '@/lib/site/ui/use-early-input'

type PayToFormProps = {
  networks: { id: string; name: string; isTest: boolean }[]
  wallets: { scope: string; address: string }[]
}

export function PayToForm({ networks, wallets }: PayToFormProps) {
  const t = useTranslations('sellerForms.payTo')
  const { state, isSending, posted, formProps } = useSentForm(setPayTo)
  const [first] = useState(posted.network?.[0] ?? networks.find(({ isTest }) => isTest)?.id ?? networks[0]?.id ?? '')
  const [network, setNetwork] = useState(first)
  const [shown, setShown] = useState(posted.address?.[0]?.trim() ?? '')
  const form = useRef<HTMLFormElement>(null)
  const address = useRef<HTMLInputElement>(null)
  useEarlyInput(form)
  // A contract wallet counts only on the network where it was proven.
  const own = wallets.find(({ scope }) => scope === network || scope === familyOf(network))
  const takeOwn = (mine: string) => {
    if (address.current) address.current.value = mine
    setShown(mine)
  }
  if (state.done) {
    return (
      <FormOutcome state={state}>
        <p>
          <a href="/dashboard/payees" className="text-accent underline underline-offset-4">
            {t('another')}
          </a>
        </p>
      </FormOutcome>
    )
  }
  return (
    <form {...formProps} ref={form} onReset={() => setShown('')} className="grid max-w-measure gap-6">
      <h2 className="text-title font-strong">{t('title')}</h2>
      <SelectField
        id="network"
        name="network"
        label={t('network')}
        defaultValue={first}
        onChange={(event) => setNetwork(event.target.value)}
        options={networks.map(({ id, name, isTest }) => ({
          value: id,
          label: t(isTest ? 'testMoney' : 'realMoney', { network: name }),
        }))}
        error={state.fields.network}
      />
      <TextField
        ref={address}
        id="address"
        name="address"
        label={t('address')}
        isFigures
        required
        autoComplete="off"
        spellCheck={false}
        defaultValue={posted.address?.[0]}
        onInput={(event) => setShown(event.currentTarget.value.trim())}
        error={state.fields.address}
      />
      {own && shown !== own.address && (
        <p>
          <Button onClick={() => takeOwn(own.address)}>{t('own')}</Button>
        </p>
      )}
      {shown !== '' && (
        <fieldset className="grid gap-2 border border-rule p-4">
          <legend className="px-2 font-strong">{t('compare')}</legend>
          <p className="figures wrap-anywhere">{(shown.match(/^0x|.{1,4}/g) ?? []).join(' ')}</p>
          <input type="hidden" name="confirmation" value={shown} />
          {shown === own?.address ? (
            <>
              <p className="text-small text-quiet">{t('isOwn')}</p>
              <input type="hidden" name="isConfirmed" value="yes" />
            </>
          ) : (
            // Another address asks again.
            <CheckboxField
              key={shown}
              id="is-confirmed"
              name="isConfirmed"
              value="yes"
              required
              label={t('same')}
              error={state.fields.confirmation}
            />
          )}
        </fieldset>
      )}
      <FormEnd sent={{ state, isSending }} label={t('send')}>
        <ConfirmWithWallet confirmation={state.confirmation} />
      </FormEnd>
    </form>
  )
}
