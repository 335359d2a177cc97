import { CheckboxGroup } from '@/lib/ui/checkbox-field'
import { SelectField } from '@/lib/ui/select-field'
import { TextField } from '@/lib/ui/text-field'
import type { RouteKind, RouteView } from '../_server/seller-reads'
import { networkChoices, offeredOf } from './network-choices'
import { PriceField } from './price-field'
import type { FormNetwork, FormReader } from './route-form'

type PriceFieldsProps = { kind: RouteKind; networks: FormNetwork[]; route: RouteView | null; reader: FormReader }

/** The price, for meters how they count, and the networks where there is a choice. */
export function PriceFields({ kind, networks, route, reader }: PriceFieldsProps) {
  const isMetered = kind === 'metered_api'
  const settings = route?.settings
  return (
    <>
      {kind !== 'sign_in' && (
        <PriceField
          isMetered={isMetered && firstScheme(kind, route) === 'upto'}
          typed={reader.typed('price.dollars', settings?.options[0]?.dollars ?? settings?.price?.dollars)}
          error={reader.error('price.dollars') ?? reader.ownError('price')}
        />
      )}
      {isMetered && <MeterFields {...{ route, reader }} />}
      {!hasOneNetwork({ kind, networks, route }) && <NetworkFields {...{ kind, networks, route, reader }} />}
    </>
  )
}

/** By which scheme the form's own price is paid, which is the first where there are several. */
export const firstScheme = (kind: RouteKind, route: RouteView | null): string =>
  route?.settings.options[0]?.scheme ?? (kind === 'metered_api' ? 'upto' : 'exact')

/** How long a purchase lasts, and whether the answer or the money comes first. */
export function AccessFields({ kind, route, reader }: PriceFieldsProps) {
  const seconds = route?.settings.signIn?.entitlementSeconds
  const isUsual = seconds === undefined || periods.some(({ days }) => days * DAY_SECONDS === seconds)
  const kept = kind === 'article' || kind === 'file' ? 'kept' : 'once'
  const storedAccess = !route ? kept : !route.settings.signIn ? 'once' : 'kept'
  const first = seconds === undefined ? storedAccess : isUsual ? String(seconds / DAY_SECONDS) : 'stored'
  return (
    <>
      <SelectField
        id="access"
        name="access"
        label="One payment opens it"
        defaultValue={reader.typed('access', first)}
        options={[
          { value: 'once', label: 'For one answer' },
          ...periods.map(({ days, label }) => ({ value: String(days), label: `${label}, to the wallet that paid` })),
          ...(isUsual ? [] : [{ value: 'stored', label: `${periodInWords(seconds)}, to the wallet that paid` }]),
          { value: 'kept', label: 'For good, to the wallet that paid' },
        ]}
      />
      {kind !== 'metered_api' && (
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

const DAY_SECONDS = 86_400

const periods = [
  { days: 1, label: 'For a day' },
  { days: 7, label: 'For 7 days' },
  { days: 30, label: 'For 30 days' },
  { days: 365, label: 'For a year' },
]

/** A period that was set through the API. */
function periodInWords(seconds: number): string {
  if (seconds % DAY_SECONDS === 0) return `For ${seconds / DAY_SECONDS} days`
  return seconds % 3_600 === 0 ? `For ${seconds / 3_600} hours` : `For ${seconds} seconds`
}

/** Where there is nothing to choose: one network, of test money, which is ticked by itself. */
export function hasOneNetwork({ kind, networks, route }: Omit<PriceFieldsProps, 'reader'>): boolean {
  const [only, ...others] = offeredOf(kind, networks, [firstScheme(kind, route)])
  return only?.isTest === true && others.length === 0
}

/** Test networks are ticked for a new route; real money never is by itself. */
export function NetworkFields({ kind, networks, route, reader }: PriceFieldsProps) {
  const offered = offeredOf(kind, networks, [firstScheme(kind, route)])
  const tests = offered.filter(({ isTest }) => isTest).map(({ id }) => id)
  const settings = route?.settings
  const stored = settings ? (settings.options[0]?.networks ?? settings.price?.networks ?? settings.networks) : tests
  return (
    <CheckboxGroup
      id="networks"
      name="price.networks"
      label={kind === 'sign_in' ? 'Wallets of' : 'Paid on'}
      options={networkChoices(offered, stored)}
      chosen={reader.chosen('price.networks', stored)}
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
        placeholder="0.001"
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
