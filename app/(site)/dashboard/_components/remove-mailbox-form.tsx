'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { Button } from '@/lib/site/ui/button'
import { emptyForm } from '../_actions/form-state'
import { dropMailbox } from '../_actions/mailbox-actions'
import { FormOutcome } from './form-outcome'

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
