'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { copy } from './copy-button'
import { shortenMiddle } from './shorten-middle'

/**
 * An address, hash or id: shortened in the middle, whole while the keyboard is on it, copied when pressed.
 * `name` says what it is ("transaction").
 */
export function CopyId({ value, name }: { value: string; name: string }) {
  const t = useTranslations('ui.copy')
  const [isCopied, setIsCopied] = useState(false)
  return (
    <button
      type="button"
      title={value}
      onClick={() => void copy(value).then((outcome) => setIsCopied(outcome === 'copied'))}
      onBlur={() => setIsCopied(false)}
      className="group -my-2.5 inline-flex min-h-11 max-w-full cursor-pointer items-center gap-2 text-start align-middle"
    >
      <span className="sr-only">{t('named', { name })} </span>
      <span className="figures text-small whitespace-nowrap group-focus-visible:hidden print:hidden">
        {shortenMiddle(value)}
      </span>
      <span className="figures hidden text-small group-focus-visible:inline print:inline print:wrap-anywhere">
        {value}
      </span>
      <svg
        viewBox="0 0 16 16"
        aria-hidden
        className="size-4 shrink-0 fill-none stroke-accent print:hidden"
        strokeWidth="1.5"
      >
        {isCopied ? <path d="m2 8.5 4 4 8-9" /> : <path d="M5.5 5.5h8v9h-8zM10.5 5.5v-4h-8v9h3" />}
      </svg>
      <span className="sr-only" aria-live="polite">
        {isCopied ? t('copied') : ''}
      </span>
    </button>
  )
}
