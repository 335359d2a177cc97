'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { FormEnd } from '@/app/(site)/dashboard/_components/form-end'
import { handleOfName } from '@/lib/shop/sellers/shop-handle'
import { TextField } from '@/lib/site/ui/fields'
import { useEarlyInput } from '@/lib/site/ui/use-early-input'
import { openShop } from '../_server/shop-actions'
import { useSentForm } from './use-sent-form'

type OpenShopFormProps = {
  /** Wallets that the reader has signed in with, and the networks on which each would get the money. */
  payees: { address: string; networks: { id: string; name: string }[] }[]
}

export function OpenShopForm({ payees }: OpenShopFormProps) {
  const t = useTranslations('sellerForms.openShop')
  const { state, isSending, control, formProps } = useSentForm(openShop)
  const form = useRef<HTMLFormElement>(null)
  useEarlyInput(form)
  const handle = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(control('handle').defaultValue ?? '')
  /** Made of the name, which the address follows until it says something else, also by words typed early. */
  const made = useRef('')
  const follow = (name: string) => {
    if (!handle.current || !['', made.current].includes(handle.current.value)) return
    made.current = handleOfName(name)
    handle.current.value = made.current
    setShown(made.current)
  }
  return (
    <form {...formProps} ref={form} className="grid max-w-measure gap-6">
      <header className="grid gap-2">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p>{t('about')}</p>
      </header>
      <TextField
        {...control('name')}
        label={t('name')}
        hint={t('nameHint')}
        required
        onInput={(event) => follow(event.currentTarget.value)}
      />
      <TextField
        {...control('handle')}
        label={t('handle')}
        ref={handle}
        hint={t('handleHint', { handle: shown || '…' })}
        autoCapitalize="none"
        spellCheck={false}
        isFigures
        onInput={(event) => setShown(event.currentTarget.value)}
      />
      <input type="hidden" name="goTo" value={`${usePathname()}?${useSearchParams()}`} />
      {payees.length === 0 && <p className="text-quiet">{t('start')}</p>}
      {payees.map(({ address, networks }) => (
        <div key={address} className="grid gap-1">
          <p className="font-strong">{t('paid')}</p>
          <p className="figures wrap-anywhere">{address}</p>
          <p className="text-small text-quiet">
            {t('paidTo', { networks: networks.map(({ name }) => name).join(', ') })}
          </p>
          {networks.map(({ id }) => (
            <input key={id} type="hidden" name="payee" value={`${id} ${address}`} />
          ))}
        </div>
      ))}
      <FormEnd sent={{ state, isSending }} label={t('send')} />
    </form>
  )
}
