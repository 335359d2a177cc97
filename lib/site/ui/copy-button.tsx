'use client'

import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from './button'
import { shortenMiddle } from './shorten-middle'

type CopyState = 'idle' | 'copied' | 'failed'

type CopyButtonProps = {
  value: string
  name: string
  /** Said before it is pressed, instead of "Copy". */
  idle?: string
  className?: string
}

/** Copies `value`. `name` says what it is ("transaction"), for those who hear the button without seeing its place. */
export function CopyButton({ value, name, idle, className }: CopyButtonProps) {
  const t = useTranslations('ui.copy')
  const [outcome, setOutcome] = useState<CopyState>('idle')
  return (
    <button
      type="button"
      onClick={() => void copy(value).then(setOutcome)}
      onBlur={() => setOutcome('idle')}
      className={clsx('min-h-11 min-w-20 cursor-pointer px-3 text-small font-strong text-accent', className)}
    >
      <span aria-live="polite">{outcome === 'idle' ? (idle ?? t('idle')) : t(outcome)}</span>
      <span className="sr-only"> {name}</span>
    </button>
  )
}

/** The clipboard exists only in secure contexts and may be refused; never throws. */
async function copy(value: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(value)
    return 'copied'
  } catch {
    return 'failed'
  }
}

export function PrintButton() {
  const t = useTranslations('ui')
  return <Button onClick={() => window.print()}>{t('print')}</Button>
}

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
