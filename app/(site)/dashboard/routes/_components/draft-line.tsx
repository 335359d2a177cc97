'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { Button } from '@/lib/site/ui/button'

type DraftLineProps = { keptAt: number | null; restoredAt: number | null; forget: () => void }

/** Says that the draft is stored in this browser, or was restored. It always has its place. */
export function DraftLine({ keptAt, restoredAt, forget }: DraftLineProps) {
  const t = useTranslations('routeForms.draft')
  const format = useFormatter()
  // Only ever shown by the browser, so in its own time zone.
  const timeOf = (at: number) => format.dateTime(at, { hour: '2-digit', minute: '2-digit', timeZone: ownTimeZone() })
  if (restoredAt !== null) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
        <p role="status">{t('restored', { time: timeOf(restoredAt) })}</p>
        <Button
          onClick={() => {
            forget()
            window.location.reload()
          }}
        >
          {t('drop')}
        </Button>
      </div>
    )
  }
  return (
    <p role="status" className="min-h-5 text-small text-quiet">
      {keptAt !== null && t('kept', { time: timeOf(keptAt) })}
    </p>
  )
}

/** Deletes the draft of a route that has just been made from it. */
export function ForgetDraft({ draft }: { draft: string }) {
  useEffect(() => localStorage.removeItem(draft), [draft])
  return null
}

const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
