'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { emptyForm } from '@/app/(site)/dashboard/_actions/form-state'
import { endKey } from '@/app/(site)/dashboard/_actions/key-actions'
import { Button } from '@/lib/site/ui/button'

export function RevokeKeyForm({ keyId, name }: { keyId: string; name: string }) {
  const t = useTranslations('sellerForms.keys')
  const [state, send, isSending] = useActionState(endKey, emptyForm)
  return (
    <form
      action={send}
      onSubmit={(event) => {
        if (!window.confirm(t('revokeQuestion', { name }))) event.preventDefault()
      }}
      className="grid justify-items-start gap-1"
    >
      <input type="hidden" name="keyId" value={keyId} />
      <Button type="submit" variant="danger" isBusy={isSending}>
        {t.rich('revoke', { name, hidden: (words) => <span className="sr-only">{words}</span> })}
      </Button>
      <span role="status" className="text-small text-refused">
        {state.message}
      </span>
    </form>
  )
}
