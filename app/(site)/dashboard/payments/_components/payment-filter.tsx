import Form from 'next/form'
import { useTranslations } from 'next-intl'
import { paymentStates } from '@/app/(site)/dashboard/_components/payment-words'
import { Button } from '@/lib/site/ui/button'
import { SelectField } from '@/lib/site/ui/select-field'
import { TextField } from '@/lib/site/ui/text-field'

type PaymentFilterProps = { search: string; status: string; routeId: string }

/** Filters by address, so that a link reproduces the result. */
export function PaymentFilter({ search, status, routeId }: PaymentFilterProps) {
  const t = useTranslations('payments')
  const options = paymentStates.map((value) => ({ value, label: t(`status.${value}`) }))
  return (
    <Form action="/dashboard/payments" role="search" className="flex flex-wrap items-end gap-4">
      {routeId && <input type="hidden" name="route" value={routeId} />}
      <div className="min-w-48 flex-1">
        <TextField id="q" name="q" type="search" label={t('filter.search')} defaultValue={search} maxLength={100} />
      </div>
      <div className="min-w-40">
        <SelectField
          id="status"
          name="status"
          label={t('columns.state')}
          defaultValue={status}
          options={[{ value: '', label: t('filter.any') }, ...options]}
        />
      </div>
      <Button type="submit">{t('filter.show')}</Button>
    </Form>
  )
}
