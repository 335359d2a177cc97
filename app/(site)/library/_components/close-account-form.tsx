'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { ConfirmInPlace } from '@/app/(site)/dashboard/_components/confirm-in-place'
import { Button } from '@/lib/site/ui/button'
import { TextField } from '@/lib/site/ui/fields'
import { closeAccount } from '../_server/library-actions'

export function CloseAccountForm({ ending }: { ending: string }) {
  const t = useTranslations('libraryActions.closeAccount')
  const [{ message }, send, isSending] = useActionState(closeAccount, { message: '' })
  return (
    <ConfirmInPlace label={t('label')} question={t('question')}>
      <form action={send} className="grid justify-items-start gap-4">
        <TextField
          id="ending"
          name="ending"
          label={t('ending', { ending })}
          error={message === '' ? undefined : message}
          required
          autoComplete="off"
          isFigures
        />
        <Button type="submit" variant="danger" isBusy={isSending}>
          {t('now')}
        </Button>
      </form>
    </ConfirmInPlace>
  )
}
