'use client'

import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/lib/site/ui/button'

type Outcome = 'idle' | 'copied' | 'failed'

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
  const [outcome, setOutcome] = useState<Outcome>('idle')
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
export async function copy(value: string): Promise<'copied' | 'failed'> {
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
