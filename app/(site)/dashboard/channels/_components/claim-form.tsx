'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { claimOwnChannels } from '@/app/(site)/dashboard/_actions/claim-actions'
import { emptyForm } from '@/app/(site)/dashboard/_actions/form-state'
import { FormOutcome } from '@/app/(site)/dashboard/_components/form-outcome'
import { Button } from '@/lib/site/ui/button'

/** Claims at once; explains beforehand what that does. */
export function ClaimForm() {
  const t = useTranslations('sellerForms.claim')
  const [state, send, isSending] = useActionState(claimOwnChannels, emptyForm)
  return (
    <form action={send} className="grid max-w-measure justify-items-start gap-3">
      <p id="claim-means">{t('about')}</p>
      <Button type="submit" isBusy={isSending} aria-describedby="claim-means">
        {t('send')}
      </Button>
      <FormOutcome state={state} />
    </form>
  )
}
