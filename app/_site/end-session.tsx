'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/lib/site/ui/button'

type EndSessionProps = {
  address: string
  label: string
  /** The page to show then; without it, this one again. */
  goTo?: string
  onEnded?: () => void
}

/** Ends a session at its address and shows the page again. */
export function EndSession({ address, label, goTo, onEnded }: EndSessionProps) {
  const t = useTranslations('ui.identity')
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const end = async () => {
    setState('asking')
    const answer = await fetch(address, { method: 'DELETE' }).catch(() => null)
    // An ended session counts as success.
    if (answer && (answer.ok || [401, 404].includes(answer.status))) {
      onEnded?.()
      return goTo === undefined ? window.location.reload() : window.location.assign(goTo)
    }
    setState('failed')
  }
  return (
    <span className="grid justify-items-start gap-1">
      <Button isBusy={state === 'asking'} onClick={() => void end()}>
        {label}
      </Button>
      <span role="status" className="text-small text-refused">
        {state === 'failed' && t('failed')}
      </span>
    </span>
  )
}
