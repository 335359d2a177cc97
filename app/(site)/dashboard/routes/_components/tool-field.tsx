import { useTranslations } from 'next-intl'
import type { FormReader } from '@/app/(site)/dashboard/_components/form-reader'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import { CheckboxField } from '@/lib/site/ui/checkbox-field'

export function ToolField({ route, reader }: { route: RouteView | null; reader: FormReader }) {
  const t = useTranslations('routeForms.tool')
  const isTool = reader.chosen('isTool', route?.settings.isTool ? ['yes'] : []).includes('yes')
  return (
    <fieldset className="grid gap-2 border border-rule p-4">
      <legend className="px-2 font-strong">{t('title')}</legend>
      <CheckboxField
        id="is-tool"
        name="isTool"
        value="yes"
        defaultChecked={isTool}
        label={t('label')}
        error={reader.error('isTool')}
      />
      {route?.toolName && (
        <p className="text-small text-quiet">
          {t.rich('name', { name: route.toolName, code: (words) => <code>{words}</code> })}
        </p>
      )}
    </fieldset>
  )
}
