'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { Button } from '@/lib/site/ui/button'
import { CheckboxField } from '@/lib/site/ui/checkbox-field'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { emptyForm } from '../../_actions/form-state'
import { makeUpstreamKey } from '../../_actions/gateway-actions'
import { FormOutcome } from '../../_components/form-outcome'

export function UpstreamKeyForm({ hasKey }: { hasKey: boolean }) {
  const t = useTranslations('gatewayForms.key')
  const [state, send, isSending] = useActionState(makeUpstreamKey, emptyForm)
  return (
    <form action={send} className="grid justify-items-start gap-2">
      {hasKey && <CheckboxField id="key-now" name="now" value="yes" label={t('now')} />}
      <Button type="submit" isBusy={isSending}>
        {t(hasKey ? 'another' : 'make')}
      </Button>
      <FormOutcome state={state}>{state.secret && <CodeBlock code={state.secret} name={t('name')} />}</FormOutcome>
    </form>
  )
}
