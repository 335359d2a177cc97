'use client'

import { Button } from '@/lib/ui/button'
import { TextField } from '@/lib/ui/text-field'
import { FormOutcome } from '../../../../dashboard/_components/form-outcome'
import { quotaTitles } from '../../../../dashboard/_components/quota-titles'
import { useSentForm } from '../../../../dashboard/_components/use-sent-form'
import { changeQuotas } from '../_actions/operator-forms'
import type { ShopView } from '../_server/operator-reads'

type QuotaFormProps = Pick<ShopView, 'handle' | 'usage' | 'ownQuotas' | 'configuredQuotas'>

/** What one shop may have; a field that is left empty is as for all shops. */
export function QuotaForm({ handle, usage, ownQuotas, configuredQuotas }: QuotaFormProps) {
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
            label={quotaTitles[name]}
            hint={`Uses ${used.toLocaleString('en')}. Empty: ${configuredQuotas[name].toLocaleString('en')}, as all shops.`}
            isFigures
            inputMode="numeric"
            autoComplete="off"
            defaultValue={posted[name]?.[0] ?? ownQuotas[name]}
            error={state.fields[`quotas.${name}`]}
          />
        ))}
      </div>
      <p>
        <Button type="submit" isBusy={isSending}>
          Save the limits
        </Button>
      </p>
      <FormOutcome state={state} />
    </form>
  )
}
