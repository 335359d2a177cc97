'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useActionState } from 'react'
import { emptyForm } from '@/app/(site)/dashboard/_actions/form-state'
import { endKey } from '@/app/(site)/dashboard/_actions/key-actions'
import { ConfirmInPlace } from '@/app/(site)/dashboard/_components/confirm-in-place'
import { Button } from '@/lib/site/ui/button'

export function RevokeKeyForm({ keyId, name }: { keyId: string; name: string }) {
  const t = useTranslations('sellerForms.keys')
  const [state, send, isSending] = useActionState(endKey, emptyForm)
  const hidden = (words: ReactNode) => <span className="sr-only">{words}</span>
  return (
    <ConfirmInPlace label={t.rich('revoke', { name, hidden })} question={t('revokeQuestion', { name })}>
      <form action={send} className="grid justify-items-start gap-1">
        <input type="hidden" name="keyId" value={keyId} />
        <Button type="submit" variant="danger" isBusy={isSending}>
          {t('revokeNow')}
        </Button>
        <span role="status" className="text-small text-refused">
          {state.message}
        </span>
      </form>
    </ConfirmInPlace>
  )
}
