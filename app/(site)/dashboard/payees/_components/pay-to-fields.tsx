'use client'

import { useTranslations } from 'next-intl'
import { use, useRef, useState } from 'react'
import { familyOf } from '@/lib/base/x402/networks'
import { Button } from '@/lib/site/ui/button'
import { CheckboxField, FormContext, SelectField, TextField } from '@/lib/site/ui/fields'

type PayToFieldsProps = {
  networks: { id: string; name: string; isTest: boolean }[]
  wallets: { scope: string; address: string }[]
}

/** Where the money of a network goes: the reader's own wallet, or an address that is compared before it is confirmed. */
export function PayToFields({ networks, wallets }: PayToFieldsProps) {
  const t = useTranslations('sellerForms.payTo')
  const { values } = use(FormContext)
  const [first] = useState(networks.find(({ isTest }) => isTest)?.id ?? networks[0]?.id ?? '')
  const [network, setNetwork] = useState(first)
  const [shown, setShown] = useState(values.address?.[0]?.trim() ?? '')
  const address = useRef<HTMLInputElement>(null)
  // A contract wallet counts only on the network where it was proven.
  const own = wallets.find(({ scope }) => scope === network || scope === familyOf(network))
  const takeOwn = (mine: string) => {
    if (address.current) address.current.value = mine
    setShown(mine)
  }
  return (
    <>
      <SelectField
        name="network"
        label={t('network')}
        defaultValue={first}
        onChange={(event) => setNetwork(event.target.value)}
        options={networks.map(({ id, name, isTest }) => ({
          value: id,
          label: t(isTest ? 'testMoney' : 'realMoney', { network: name }),
        }))}
      />
      <TextField
        ref={address}
        name="address"
        label={t('address')}
        isFigures
        required
        autoComplete="off"
        spellCheck={false}
        onInput={(event) => setShown(event.currentTarget.value.trim())}
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
          {shown === own?.address ? (
            <>
              <p className="text-small text-quiet">{t('isOwn')}</p>
              <input type="hidden" name="confirmation" value={shown} />
            </>
          ) : (
            // Another address asks again.
            <CheckboxField key={shown} name="confirmation" value={shown} required label={t('same')} />
          )}
        </fieldset>
      )}
    </>
  )
}
