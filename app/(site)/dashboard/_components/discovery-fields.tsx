import { CheckboxField } from '@/lib/ui/checkbox-field'
import { TextAreaField } from '@/lib/ui/text-area-field'
import { TextField } from '@/lib/ui/text-field'
import type { RouteView } from '../_server/seller-reads'
import type { FormReader } from './route-form'

type DiscoveryFieldsProps = { route: RouteView | null; reader: FormReader }

const schemas = [
  { name: 'input', label: 'Sample input (JSON)' },
  { name: 'inputSchema', label: 'Input schema (JSON)' },
  { name: 'outputSchema', label: 'Output schema (JSON)' },
] as const

/** How the bazaar lists the route. */
export function DiscoveryFields({ route, reader }: DiscoveryFieldsProps) {
  const stored = route?.settings.discovery
  const isListed = reader.chosen('discovery.isListed', stored?.isListed ? ['yes'] : []).includes('yes')
  const hasSchemas = schemas.some(({ name }) => stored?.[name] !== undefined)
  return (
    <fieldset className="grid gap-4 border border-rule p-4">
      <legend className="px-2 font-strong">In the bazaar</legend>
      <CheckboxField
        id="is-listed"
        name="discovery.isListed"
        value="yes"
        defaultChecked={isListed}
        label="List it, so that people and agents find it"
        error={reader.ownError('discovery')}
      />
      <TextField
        id="service-name"
        name="discovery.serviceName"
        label="Service name"
        hint="The title of its card: at most 32 letters without accents, digits and signs."
        maxLength={32}
        defaultValue={reader.typed('discovery.serviceName', stored?.serviceName)}
        error={reader.error('discovery.serviceName')}
      />
      <TextField
        id="tags"
        name="discovery.tags"
        label="Tags"
        hint="At most 5, separated by commas."
        defaultValue={reader.typed('discovery.tags', stored?.tags?.join(', '))}
        error={reader.error('discovery.tags')}
      />
      <TextField
        id="icon-url"
        name="discovery.iconUrl"
        label="Address of an icon"
        inputMode="url"
        maxLength={2048}
        defaultValue={reader.typed('discovery.iconUrl', stored?.iconUrl)}
        error={reader.error('discovery.iconUrl')}
      />
      <details open={hasSchemas || schemas.some(({ name }) => reader.error(`discovery.${name}`) !== undefined)}>
        <summary className="min-h-11 cursor-pointer py-2">For programs: a sample and schemas</summary>
        <div className="grid gap-4 pt-2">
          {schemas.map(({ name, label }) => (
            <TextAreaField
              key={name}
              id={`discovery-${name}`}
              name={`discovery.${name}`}
              label={label}
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
