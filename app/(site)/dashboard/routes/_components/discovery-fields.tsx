import { useTranslations } from 'next-intl'
import type { FormReader } from '@/app/(site)/dashboard/_components/form-reader'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import { CheckboxField } from '@/lib/site/ui/checkbox-field'
import { TextAreaField } from '@/lib/site/ui/text-area-field'
import { TextField } from '@/lib/site/ui/text-field'

type DiscoveryFieldsProps = { route: RouteView | null; reader: FormReader }

const schemas = ['input', 'inputSchema', 'outputSchema'] as const

export function DiscoveryFields({ route, reader }: DiscoveryFieldsProps) {
  const t = useTranslations('routeForms.bazaar')
  const stored = route?.settings.discovery
  const isListed = reader.chosen('discovery.isListed', stored?.isListed ? ['yes'] : []).includes('yes')
  const hasSchemas = schemas.some((name) => stored?.[name] !== undefined)
  return (
    <fieldset className="grid gap-4 border border-rule p-4">
      <legend className="px-2 font-strong">{t('title')}</legend>
      <CheckboxField
        id="is-listed"
        name="discovery.isListed"
        value="yes"
        defaultChecked={isListed}
        label={t('list')}
        error={reader.ownError('discovery')}
      />
      <TextField
        id="service-name"
        name="discovery.serviceName"
        label={t('serviceName')}
        hint={t('serviceNameHint')}
        maxLength={32}
        defaultValue={reader.typed('discovery.serviceName', stored?.serviceName)}
        error={reader.error('discovery.serviceName')}
      />
      <TextField
        id="tags"
        name="discovery.tags"
        label={t('tags')}
        hint={t('tagsHint')}
        defaultValue={reader.typed('discovery.tags', stored?.tags?.join(', '))}
        error={reader.error('discovery.tags')}
      />
      <TextField
        id="icon-url"
        name="discovery.iconUrl"
        label={t('icon')}
        inputMode="url"
        maxLength={2048}
        defaultValue={reader.typed('discovery.iconUrl', stored?.iconUrl)}
        error={reader.error('discovery.iconUrl')}
      />
      <details open={hasSchemas || schemas.some((name) => reader.error(`discovery.${name}`) !== undefined)}>
        <summary className="min-h-11 cursor-pointer py-2">{t('schemas')}</summary>
        <div className="grid gap-4 pt-2">
          {schemas.map((name) => (
            <TextAreaField
              key={name}
              id={`discovery-${name}`}
              name={`discovery.${name}`}
              label={t(name)}
              rows={3}
              isFigures
              defaultValue={reader.typed(`discovery.${name}`, stored?.[name] && JSON.stringify(stored[name], null, 2))}
              error={reader.error(`discovery.${name}`)}
            />
          ))}
        </div>
      </details>
    </fieldset>
  )
}
