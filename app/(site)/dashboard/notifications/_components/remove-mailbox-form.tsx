'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { emptyForm } from '@/app/(site)/dashboard/_actions/form-state'
import { dropMailbox } from '@/app/(site)/dashboard/_actions/mailbox-actions'
import { FormOutcome } from '@/app/(site)/dashboard/_components/form-outcome'
import { Button } from '@/lib/site/ui/button'

export function RemoveMailboxForm() {
  const t = useTranslations('sellerForms.mailbox')
  const [state, send, isSending] = useActionState(dropMailbox, emptyForm)
  return (
    <form action={send} className="grid justify-items-start gap-2">
      <Button type="submit" variant="danger" isBusy={isSending}>
        {t('remove')}
      </Button>
      <FormOutcome state={state} />
    </form>
  )
}
