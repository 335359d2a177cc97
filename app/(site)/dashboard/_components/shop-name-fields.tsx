'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { use, useState } from 'react'
import { handleOfName } from '@/lib/shop/sellers/shop-handle'
import { FormContext, TextField } from '@/lib/site/ui/fields'

/** The new shop's name and address, and the page that its seller came for. */
export function ShopNameFields() {
  const t = useTranslations('sellerForms.openShop')
  const { values } = use(FormContext)
  const [name, setName] = useState(values.name?.[0] ?? '')
  const [handle, setHandle] = useState(values.handle?.[0] ?? '')
  const made = handleOfName(name)
  return (
    <>
      <TextField
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        required
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        name="handle"
        label={t('handle')}
        placeholder={made}
        hint={t('handleHint', { handle: handle || made || '…' })}
        autoCapitalize="none"
        spellCheck={false}
        isFigures
        onInput={(event) => setHandle(event.currentTarget.value)}
      />
      <input type="hidden" name="goTo" value={`${usePathname()}?${useSearchParams()}`} />
    </>
  )
}
