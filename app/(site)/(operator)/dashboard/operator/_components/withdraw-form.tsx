'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { emptyForm } from '@/app/(site)/dashboard/_actions/form-state'
import { FormOutcome } from '@/app/(site)/dashboard/_components/form-outcome'
import { Button } from '@/lib/site/ui/button'
import { withdraw } from '../_actions/operator-forms'

export function WithdrawForm({ invitationId, note }: { invitationId: string; note: string }) {
  const t = useTranslations('operatorForms')
  const [state, send, isSending] = useActionState(withdraw, emptyForm)
  return (
    <form action={send} className="grid gap-2">
      <input type="hidden" name="invitationId" value={invitationId} />
      <p>
        <Button type="submit" variant="danger" isBusy={isSending}>
          {t.rich('withdraw', { note, hidden: (words) => <span className="sr-only">{words}</span> })}
        </Button>
      </p>
      <FormOutcome state={state} />
    </form>
  )
}
