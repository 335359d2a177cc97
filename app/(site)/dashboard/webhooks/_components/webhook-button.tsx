'use client'

import { useActionState } from 'react'
import { emptyForm } from '@/app/(site)/dashboard/_actions/form-state'
import { changeWebhook } from '@/app/(site)/dashboard/_actions/webhook-actions'
import { Button } from '@/lib/site/ui/button'

type WebhookButtonProps = { does: 'remove' | 'resend'; id: string; label: string }

export function WebhookButton({ does, id, label }: WebhookButtonProps) {
  const [state, send, isSending] = useActionState(changeWebhook, emptyForm)
  return (
    <form action={send} className="grid justify-items-start gap-1">
      <input type="hidden" name="does" value={does} />
      <input type="hidden" name="id" value={id} />
      <Button type="submit" variant={does === 'remove' ? 'danger' : 'plain'} isBusy={isSending}>
        {label}
      </Button>
      <span role="status" className={state.message ? 'text-small text-refused' : 'text-small text-quiet'}>
        {state.message || state.done}
      </span>
    </form>
  )
}
