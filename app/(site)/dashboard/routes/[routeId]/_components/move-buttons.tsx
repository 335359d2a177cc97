'use client'

import { useTranslations } from 'next-intl'
import { Fragment, useActionState } from 'react'
import { emptyForm } from '@/app/(site)/dashboard/_actions/form-state'
import { moveRoute } from '@/app/(site)/dashboard/_actions/route-actions'
import { ConfirmInPlace } from '@/app/(site)/dashboard/_components/confirm-in-place'
import { FormOutcome } from '@/app/(site)/dashboard/_components/form-end'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import { Button } from '@/lib/site/ui/button'

type Move = { move: string; label: 'publish' | 'pause' | 'resume' | 'archive'; variant?: 'primary' | 'danger' }

const archive: Move = { move: 'archive', label: 'archive', variant: 'danger' }

const moves: Record<RouteView['state'], Move[]> = {
  draft: [{ move: 'publish', label: 'publish', variant: 'primary' }, archive],
  live: [{ move: 'pause', label: 'pause' }, archive],
  paused: [{ move: 'publish', label: 'resume', variant: 'primary' }, archive],
  archived: [],
}

type MoveButtonsProps = Pick<RouteView, 'routeId' | 'state' | 'kind' | 'file'> & { isSuspended: boolean }

/** Archiving cannot be undone, so it asks first. A suspended route can only be paused. */
export function MoveButtons({ routeId, state, kind, file, isSuspended }: MoveButtonsProps) {
  const t = useTranslations('routeForms.moves')
  const [form, send, isSending] = useActionState(moveRoute, emptyForm)
  // Until there is a file, uploading it is the next step.
  const isReady = kind !== 'file' || file !== null
  const offered = moves[state].filter(({ move }) => !isSuspended || move === 'pause')
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-4">
        {offered.map(({ move, label, variant }) => {
          const form = (words: string) => (
            <form action={send}>
              <input type="hidden" name="routeId" value={routeId} />
              <input type="hidden" name="move" value={move} />
              <Button type="submit" variant={variant === 'primary' && !isReady ? 'plain' : variant} isBusy={isSending}>
                {words}
              </Button>
            </form>
          )
          // Pausing and selling again are one button, which keeps the focus.
          if (move !== 'archive') return <Fragment key="sale">{form(t(label))}</Fragment>
          return (
            <ConfirmInPlace key="archive" label={t(label)} question={t('question')}>
              {form(t('archiveNow'))}
            </ConfirmInPlace>
          )
        })}
      </div>
      <FormOutcome state={form} />
    </div>
  )
}
