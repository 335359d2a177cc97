import { useTranslations } from 'next-intl'
import type { FormNetwork, FormReader } from '@/app/(site)/dashboard/_components/form-reader'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import { CheckboxField } from '@/lib/site/ui/checkbox-field'

type SmallCallsFieldProps = { networks: FormNetwork[]; route: RouteView | null; reader: FormReader }

/** Whether calls may be paid out of a buyer's deposit. Hidden where no network supports it. */
export function SmallCallsField({ networks, route, reader }: SmallCallsFieldProps) {
  const t = useTranslations('routeForms.smallCalls')
  const able = networks.filter(({ schemes }) => schemes.includes('batch-settlement')).map(({ name }) => name)
  const isStored = route?.settings.price?.manySmallCalls ?? false
  if (able.length === 0 && !isStored) return null
  const isTicked = reader.chosen('price.manySmallCalls', isStored ? ['yes'] : []).includes('yes')
  return (
    <fieldset className="grid gap-2 border border-rule p-4">
      <legend className="px-2 font-strong">{t('title')}</legend>
      <CheckboxField
        id="many-small-calls"
        name="price.manySmallCalls"
        value="yes"
        defaultChecked={isTicked}
        label={t('label')}
        error={reader.error('price.manySmallCalls')}
      />
      <div className="grid gap-2 text-small text-quiet">
        <p>{t('how')}</p>
        <p>{t('when')}</p>
        {able.length > 0 && <p>{t('where', { networks: able.join(', ') })}</p>}
      </div>
    </fieldset>
  )
}
