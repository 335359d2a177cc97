'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { Button } from '@/lib/site/ui/button'
import { buttonClass } from '@/lib/site/ui/button-class'
import { TextField } from '@/lib/site/ui/text-field'
import { type CloseState, closeAccount } from '../_actions/library-actions'

const open: CloseState = { message: '' }

export function CloseAccountForm({ ending }: { ending: string }) {
  const t = useTranslations('libraryActions.closeAccount')
  const [{ message }, send, isSending] = useActionState(closeAccount, open)
  return (
    <details>
      <summary className={buttonClass('plain', 'list-none text-refused [&::-webkit-details-marker]:hidden')}>
        {t('label')}
      </summary>
      <form action={send} className="mt-3 grid max-w-measure justify-items-start gap-4 border-s-4 border-refused ps-4">
        <p>{t('question')}</p>
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
    </details>
  )
}
