'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { Button } from '@/lib/site/ui/button'
import { emptyForm } from '../../_actions/form-state'
import { removeGateway } from '../../_actions/gateway-actions'

export function RemoveGatewayForm({ gatewayId }: { gatewayId: string }) {
  const t = useTranslations('gatewayForms.remove')
  const [state, send, isSending] = useActionState(removeGateway, emptyForm)
  return (
    <form
      action={send}
      onSubmit={(event) => {
        if (!window.confirm(t('question'))) event.preventDefault()
      }}
      className="grid justify-items-start gap-2 border-t border-rule pt-8"
    >
      <input type="hidden" name="gatewayId" value={gatewayId} />
      <Button type="submit" variant="danger" isBusy={isSending}>
        {t('button')}
      </Button>
      <p role="status" className={state.message ? 'text-small text-refused' : 'text-small text-quiet'}>
        {state.message || t('what')}
      </p>
    </form>
  )
}
