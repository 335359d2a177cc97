'use client'

import { useActionState } from 'react'
import type { RouteView } from '@/lib/compose/seller-reads'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { emptyForm } from '../_actions/form-state'
import { moveRoute } from '../_actions/route-actions'

const moves: Record<RouteView['state'], { move: string; label: string; variant?: 'primary' | 'danger' }[]> = {
  draft: [
    { move: 'publish', label: 'Start selling', variant: 'primary' },
    { move: 'archive', label: 'Archive', variant: 'danger' },
  ],
  live: [
    { move: 'pause', label: 'Pause' },
    { move: 'archive', label: 'Archive', variant: 'danger' },
  ],
  paused: [
    { move: 'publish', label: 'Sell again', variant: 'primary' },
    { move: 'archive', label: 'Archive', variant: 'danger' },
  ],
  archived: [],
}

/** Archiving cannot be taken back, so it asks; the rest can. */
export function MoveButtons({ routeId, state }: Pick<RouteView, 'routeId' | 'state'>) {
  const [form, send, isSending] = useActionState(moveRoute, emptyForm)
  const question = 'Archive this route? It stops selling for good; its payments stay.'
  return (
    <div className="grid gap-3">
      {form.message && <Notice tone="refused" title={form.message} announce="assertive" />}
      <div className="flex flex-wrap gap-4">
        {moves[state].map(({ move, label, variant }) => (
          <form
            key={move}
            action={send}
            onSubmit={(event) => {
              if (move === 'archive' && !window.confirm(question)) event.preventDefault()
            }}
          >
            <input type="hidden" name="routeId" value={routeId} />
            <input type="hidden" name="move" value={move} />
            <Button type="submit" variant={variant ?? 'plain'} isBusy={isSending}>
              {label}
            </Button>
          </form>
        ))}
      </div>
    </div>
  )
}
