'use client'

import { useActionState } from 'react'
import { emptyForm } from '@/app/(site)/dashboard/_actions/form-state'
import { changeListing } from '@/app/(site)/dashboard/_actions/listing-actions'
import { Button } from '@/lib/site/ui/button'

type ListingButtonProps = {
  routeId: string
  /** `refresh`, `delist`, or the id of a check to fix. */
  act: string
  label: string
}

export function ListingButton({ routeId, act, label }: ListingButtonProps) {
  const [state, send, isSending] = useActionState(changeListing, emptyForm)
  return (
    <form action={send} className="grid justify-items-start gap-1">
      <input type="hidden" name="routeId" value={routeId} />
      <input type="hidden" name="act" value={act} />
      <Button type="submit" isBusy={isSending}>
        {label}
      </Button>
      <span role="status" className="text-small text-refused">
        {state.message}
      </span>
    </form>
  )
}
