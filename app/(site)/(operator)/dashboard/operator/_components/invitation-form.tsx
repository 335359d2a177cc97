'use client'

import { useTranslations } from 'next-intl'
import { FormOutcome } from '@/app/(site)/dashboard/_components/form-outcome'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { Button } from '@/lib/site/ui/button'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { SelectField } from '@/lib/site/ui/select-field'
import { TextField } from '@/lib/site/ui/text-field'
import { invite } from '../_actions/operator-forms'

const periods = [3, 14, 30, 90]

export function InvitationForm() {
  const t = useTranslations('operatorForms.invite')
  const { state, isSending, control, formProps } = useSentForm(invite)
  return (
    <form {...formProps} className="grid items-start gap-6 border-t border-rule pt-8 lg:grid-cols-3">
      <h2 className="text-title font-strong lg:col-span-full">{t('title')}</h2>
      <TextField
        {...control('note')}
        label={t('note')}
        hint={t('noteHint')}
        required
        maxLength={80}
        autoComplete="off"
      />
      <TextField
        {...control('wallet')}
        label={t('wallet')}
        hint={t('walletHint')}
        isFigures
        maxLength={150}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField
        {...control('days', '14')}
        label={t('days')}
        options={periods.map((days) => ({ value: String(days), label: t('period', { days }) }))}
      />
      <p className="lg:col-span-full">
        <Button type="submit" variant="primary" isBusy={isSending}>
          {t('send')}
        </Button>
      </p>
      <FormOutcome state={state}>{state.secret && <CodeBlock code={state.secret} name={t('secret')} />}</FormOutcome>
    </form>
  )
}
