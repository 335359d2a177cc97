import { CheckboxGroup } from '@/lib/ui/checkbox-field'
import { SelectField } from '@/lib/ui/select-field'
import { TextField } from '@/lib/ui/text-field'
import type { RouteKind, RouteView } from '../_server/seller-reads'
import type { FormNetwork, FormReader } from './route-form'
import { SmallCallsField } from './small-calls-field'

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
      {kind !== 'sign_in' && <SmallCallsField {...{ networks, route, reader }} />}
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
          label="What comes first"
          hint="Either way, nothing is handed over before the money is in."
          defaultValue={reader.typed('settle', route?.settings.settle)}
          options={[
            { value: 'after', label: 'The answer is prepared' },
            { value: 'before', label: 'The money is taken (for expensive work)' },
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
  return (
    <CheckboxGroup
      id="networks"
      name="price.networks"
      label={kind === 'sign_in' ? 'Wallets of' : 'Paid on'}
      options={offered.map(({ id, name, isTest }) => ({
        value: id,
        label: (
          <>
            {name} <span className="text-quiet">{isTest ? '(test money)' : '(real money)'}</span>
          </>
        ),
      }))}
      chosen={chosen}
      error={reader.error('price.networks') ?? reader.error('networks')}
    />
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
          { value: 'thousand_characters', label: 'Every 1,000 characters, begun' },
          { value: 'byte', label: 'Bytes of the answer' },
          { value: 'second', label: 'Every second of work, begun' },
          { value: 'event', label: 'Events of a stream' },
          { value: 'header', label: 'What the header Settlement-Amount says' },
          { value: 'json_count', label: 'A count in the JSON answer' },
          { value: 'json_dollars', label: 'Dollars in the JSON answer' },
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
