'use client'

import { useTranslations } from 'next-intl'
import { FormEnd } from '@/app/(site)/dashboard/_components/form-end'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import type { ShopView } from '@/lib/shop/sellers/operating/get-shop'
import { TextField } from '@/lib/site/ui/text-field'
import { changeQuotas } from '../_actions/operator-forms'

type QuotaFormProps = Pick<ShopView, 'handle' | 'usage' | 'ownQuotas' | 'configuredQuotas'>

/** One shop's limits; an empty field means the site's default. */
export function QuotaForm({ handle, usage, ownQuotas, configuredQuotas }: QuotaFormProps) {
  const t = useTranslations('operatorForms.quotas')
  const titleOf = useTranslations('sellerForms.quotas')
  const { state, isSending, posted, formProps } = useSentForm(changeQuotas)
  return (
    <form {...formProps} className="grid gap-4">
      <input type="hidden" name="handle" value={handle} />
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {usage.map(({ name, used }) => (
          <TextField
            key={name}
            id={`quota-${name}`}
            name={name}
            label={titleOf(name)}
            hint={t('hint', { used, allowed: configuredQuotas[name] })}
            isFigures
            inputMode="numeric"
            autoComplete="off"
            defaultValue={posted[name]?.[0] ?? ownQuotas[name]}
            error={state.fields[`quotas.${name}`]}
          />
        ))}
      </div>
      <FormEnd sent={{ state, isSending }} label={t('save')} variant="plain" />
    </form>
  )
}
