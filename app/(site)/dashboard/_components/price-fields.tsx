import type { RouteKind, RouteView } from '@/lib/compose/seller-reads'
import { SelectField } from '@/lib/ui/select-field'
import { TextField } from '@/lib/ui/text-field'
import type { FormNetwork, FormReader } from './route-form'

type PriceFieldsProps = { kind: RouteKind; networks: FormNetwork[]; route: RouteView | null; reader: FormReader }

/** Price, networks, how long a purchase lasts and, for meters, how they count. */
export function PriceFields({ kind, networks, route, reader }: PriceFieldsProps) {
  const isMetered = kind === 'metered_api'
  const days = route?.settings.signIn?.entitlementSeconds
  const storedAccess = !route ? (kind === 'article' ? 'kept' : 'once') : !route.settings.signIn ? 'once' : 'kept'
  return (
    <>
      {kind !== 'sign_in' && (
        <TextField
          id="price"
          name="price.dollars"
          label={isMetered ? 'The most that one call can cost, in dollars' : 'Price, in dollars'}
          hint={isMetered ? 'Buyers sign for this; they are charged what the meter says.' : undefined}
          isFigures
          required
          placeholder="$0.10"
          defaultValue={reader.typed('price.dollars', route?.settings.price?.dollars)}
          error={reader.error('price.dollars') ?? reader.ownError('price')}
        />
      )}
      {isMetered && <MeterFields {...{ route, reader }} />}
      <NetworkFields {...{ kind, networks, route, reader }} />
      {kind !== 'sign_in' && (
        <SelectField
          id="access"
          name="access"
          label="One payment opens it"
          defaultValue={reader.typed('access', days ? String(Math.max(1, Math.round(days / 86_400))) : storedAccess)}
          options={[
            { value: 'once', label: 'For one answer' },
            { value: '1', label: 'For a day, to the wallet that paid' },
            { value: '7', label: 'For 7 days, to the wallet that paid' },
            { value: '30', label: 'For 30 days, to the wallet that paid' },
            { value: '365', label: 'For a year, to the wallet that paid' },
            { value: 'kept', label: 'For good, to the wallet that paid' },
          ]}
        />
      )}
      {kind !== 'sign_in' && !isMetered && (
        <SelectField
          id="settle"
          name="settle"
          label="Order"
          hint="The content leaves after the money is in, either way."
          defaultValue={reader.typed('settle', route?.settings.settle)}
          options={[
            { value: 'after', label: 'Prepare the answer, then take the money' },
            { value: 'before', label: 'Take the money, then prepare the answer (for expensive work)' },
          ]}
        />
      )}
    </>
  )
}

/** Test networks are ticked for a new route; real money never is by itself. */
function NetworkFields({ kind, networks, route, reader }: PriceFieldsProps) {
  const fits = ({ id, schemes }: FormNetwork) =>
    kind === 'sign_in' ? !id.startsWith('algorand:') : schemes.includes(kind === 'metered_api' ? 'upto' : 'exact')
  const offered = networks.filter(fits)
  const tests = offered.filter(({ isTest }) => isTest).map(({ id }) => id)
  const stored = route ? (route.settings.price?.networks ?? route.settings.networks) : tests
  const chosen = reader.chosen('price.networks', stored)
  const error = reader.error('price.networks') ?? reader.error('networks')
  return (
    <fieldset className="grid gap-1" aria-describedby={error ? 'networks-error' : undefined}>
      <legend className="font-strong">{kind === 'sign_in' ? 'Wallets of' : 'Paid on'}</legend>
      {offered.map(({ id, name, isTest }) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="price.networks"
            value={id}
            defaultChecked={chosen.includes(id)}
            className="size-5"
          />
          <span>
            {name} <span className="text-quiet">{isTest ? '(test money)' : '(real money)'}</span>
          </span>
        </label>
      ))}
      {error && (
        <p id="networks-error" className="text-small text-refused">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function MeterFields({ route, reader }: Pick<PriceFieldsProps, 'route' | 'reader'>) {
  const stored = route?.settings.metering
  const unit = stored?.unit === 'json_field' ? `json_${stored.holds === 'count' ? 'count' : 'dollars'}` : stored?.unit
  return (
    <>
      <SelectField
        id="unit"
        name="metering.unit"
        label="The meter counts"
        defaultValue={reader.typed('metering.unit', unit)}
        options={[
          { value: 'call', label: 'Calls' },
          { value: 'thousand_characters', label: 'Started thousands of characters in the answer' },
          { value: 'byte', label: 'Bytes of the answer' },
          { value: 'second', label: 'Started seconds that your server takes' },
          { value: 'json_count', label: 'What a field of the JSON answer counts' },
          { value: 'json_dollars', label: 'The dollars that a field of the JSON answer names' },
        ]}
        error={reader.error('metering.unit') ?? reader.ownError('metering')}
      />
      <TextField
        id="unit-price"
        name="metering.dollars"
        label="Price of each, in dollars"
        hint="Not needed where a field names the dollars."
        isFigures
        placeholder="$0.001"
        defaultValue={reader.typed('metering.dollars', stored && 'dollars' in stored ? stored.dollars : undefined)}
        error={reader.error('metering.dollars')}
      />
      <TextField
        id="field"
        name="metering.field"
        label="Field of the JSON answer"
        hint="Only where a field is read: names with dots, such as usage.cost."
        isFigures
        defaultValue={reader.typed('metering.field', stored?.unit === 'json_field' ? stored.field : undefined)}
        error={reader.error('metering.field')}
      />
    </>
  )
}
