'use client'

import { useTranslations } from 'next-intl'
import { ConfirmWithWallet } from '@/app/(site)/dashboard/_components/confirm-with-wallet'
import { FormEnd } from '@/app/(site)/dashboard/_components/form-end'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { errorOf } from '@/app/(site)/dashboard/_server/form-state'
import { addKey } from '@/app/(site)/dashboard/_server/forms'
import type { KeyScope } from '@/lib/shop/sellers/keys/keys'
import { CheckboxGroup, formBesideBoxes, TextField } from '@/lib/site/ui/fields'

/** No box is ticked at first: a key allows only what its owner chose. */
export function KeyForm({ offered }: { offered: KeyScope[] }) {
  const t = useTranslations('sellerForms.keys')
  const { state, isSending, posted, control, formProps } = useSentForm(addKey)
  return (
    <form {...formProps} className={formBesideBoxes}>
      <div className="grid content-start gap-6">
        <h2 className="text-title font-strong">{t('title')}</h2>
        <TextField
          {...control('name')}
          id="key-name"
          label={t('name')}
          hint={t('nameHint')}
          required
          autoComplete="off"
        />
        <TextField
          {...control('expiresAt')}
          id="key-end"
          label={t('expires')}
          hint={t('expiresHint')}
          type="date"
          isFigures
        />
        <FormEnd sent={{ state, isSending }} label={t('send')} secretName={t('secret')}>
          <ConfirmWithWallet confirmation={state.confirmation} />
        </FormEnd>
      </div>
      <CheckboxGroup
        id="scopes"
        name="scopes"
        label={t('may')}
        options={offered.map((scope) => ({ value: scope, label: <ScopeLabel scope={scope} /> }))}
        chosen={posted.scopes ?? []}
        error={errorOf(state.fields, 'scopes')}
      />
    </form>
  )
}

function ScopeLabel({ scope }: { scope: KeyScope }) {
  const t = useTranslations('sellerForms.scopes')
  return (
    <>
      {t(scope)} <span className="figures block text-small text-quiet">{scope}</span>
    </>
  )
}
