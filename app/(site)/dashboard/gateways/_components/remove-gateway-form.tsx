'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { Button } from '@/lib/site/ui/button'
import { emptyForm } from '../../_actions/form-state'
import { removeGateway } from '../../_actions/gateway-actions'
import { ConfirmInPlace } from '../../_components/confirm-in-place'

export function RemoveGatewayForm({ gatewayId }: { gatewayId: string }) {
  const t = useTranslations('gatewayForms.remove')
  const [state, send, isSending] = useActionState(removeGateway, emptyForm)
  return (
    <div className="border-t border-rule pt-8">
      <ConfirmInPlace label={t('button')} question={t('what')}>
        <form action={send} className="grid justify-items-start gap-2">
          <input type="hidden" name="gatewayId" value={gatewayId} />
          <Button type="submit" variant="danger" isBusy={isSending}>
            {t('now')}
          </Button>
          <p role="status" className="text-small text-refused">
            {state.message}
          </p>
        </form>
      </ConfirmInPlace>
    </div>
  )
}
