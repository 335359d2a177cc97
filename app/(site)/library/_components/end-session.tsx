'use client'

import { useState } from 'react'
import { Button } from '@/lib/ui/button'

/** Ends a session at its address and shows the page again. */
export function EndSession({ address, label }: { address: string; label: string }) {
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const end = async () => {
    setState('asking')
    const answer = await fetch(address, { method: 'DELETE' }).catch(() => null)
    // An ended session counts as success.
    if (answer && (answer.ok || [401, 404].includes(answer.status))) return window.location.reload()
    setState('failed')
  }
  return (
    <span className="grid justify-items-start gap-1">
      <Button isBusy={state === 'asking'} onClick={() => void end()}>
        {label}
      </Button>
      <span role="status" className="text-small text-refused">
        {state === 'failed' && 'The server did not answer. Try again.'}
      </span>
    </span>
  )
}
