'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { use, useRef, useState } from 'react'
import { handleOfName } from '@/lib/shop/sellers/shop-handle'
import { FormContext, TextField } from '@/lib/site/ui/fields'

/** The new shop's name and address, and the page that its seller came for. */
export function ShopNameFields() {
  const t = useTranslations('sellerForms.openShop')
  const handle = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(use(FormContext).values.handle?.[0] ?? '')
  /** Made of the name, which the address follows until it says something else, also by words typed early. */
  const made = useRef('')
  const follow = (name: string) => {
    if (!handle.current || !['', made.current].includes(handle.current.value)) return
    made.current = handleOfName(name)
    handle.current.value = made.current
    setShown(made.current)
  }
  return (
    <>
      <TextField
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        required
        onInput={(event) => follow(event.currentTarget.value)}
      />
      <TextField
        name="handle"
        label={t('handle')}
        ref={handle}
        hint={t('handleHint', { handle: shown || '…' })}
        autoCapitalize="none"
        spellCheck={false}
        isFigures
        onInput={(event) => setShown(event.currentTarget.value)}
      />
      <input type="hidden" name="goTo" value={`${usePathname()}?${useSearchParams()}`} />
    </>
  )
}
