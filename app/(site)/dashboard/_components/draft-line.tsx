'use client'

import { useEffect } from 'react'
import { Button } from '@/lib/ui/button'

type DraftLineProps = { keptAt: number | null; restoredAt: number | null; forget: () => void }

/** Says that what is written is kept in this browser, or came back from there. It always has its place. */
export function DraftLine({ keptAt, restoredAt, forget }: DraftLineProps) {
  if (restoredAt !== null) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
        <p role="status">What you wrote at {timeOf(restoredAt)} and did not save is back.</p>
        <Button
          onClick={() => {
            forget()
            window.location.reload()
          }}
        >
          Drop it
        </Button>
      </div>
    )
  }
  return (
    <p role="status" className="min-h-5 text-small text-quiet">
      {keptAt !== null && `Draft kept in this browser, ${timeOf(keptAt)}`}
    </p>
  )
}

/** Forgets the draft of a route that has just been made from it. */
export function ForgetDraft({ draft }: { draft: string }) {
  useEffect(() => localStorage.removeItem(draft), [draft])
  return null
}

const timeOf = (at: number) => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
