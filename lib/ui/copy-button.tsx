'use client'

import clsx from 'clsx'
import { useState } from 'react'

type Outcome = 'idle' | 'copied' | 'failed'

const words: Record<Outcome, string> = { idle: 'Copy', copied: 'Copied', failed: 'Select it and copy' }

/** Copies `value`. `name` says what it is ("transaction"), for those who hear the button without seeing its place. */
export function CopyButton({ value, name, className }: { value: string; name: string; className?: string }) {
  const [outcome, setOutcome] = useState<Outcome>('idle')
  return (
    <button
      type="button"
      onClick={() => void copy(value).then(setOutcome)}
      onBlur={() => setOutcome('idle')}
      className={clsx('min-h-11 min-w-20 cursor-pointer px-3 text-small font-strong text-accent', className)}
    >
      <span aria-live="polite">{words[outcome]}</span>
      <span className="sr-only"> {name}</span>
    </button>
  )
}

/** The clipboard exists in secure contexts alone and may be refused; never throws. */
export async function copy(value: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(value)
    return 'copied'
  } catch {
    return 'failed'
  }
}
