import { useTranslations } from 'next-intl'
import type { FormNetwork, FormReader } from '@/app/(site)/dashboard/_components/form-reader'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import type { Translate } from '@/lib/site/messages/translate'
import { CheckboxGroup } from '@/lib/site/ui/checkbox-field'
import { SelectField } from '@/lib/site/ui/select-field'
import { TextField } from '@/lib/site/ui/text-field'
import { networkChoices, offeredOf } from './network-choices'
import { PriceField } from './price-field'

type PriceFieldsProps = { kind: RouteKind; networks: FormNetwork[]; route: RouteView | null; reader: FormReader }

/** The price, the unit for meters, and the networks where there is a choice. */
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

/** The scheme of the form's own price, which is the first where there are several. */
export const firstScheme = (kind: RouteKind, route: RouteView | null): string =>
  route?.settings.options[0]?.scheme ?? (kind === 'metered_api' ? 'upto' : 'exact')

/** How long a purchase lasts, and whether the answer or the payment comes first. */
export function AccessFields({ kind, route, reader }: PriceFieldsProps) {
  const t = useTranslations('routeForms')
  const seconds = route?.settings.signIn?.entitlementSeconds
  const isUsual = seconds === undefined || periods.some((days) => days * DAY_SECONDS === seconds)
  const kept = kind === 'article' || kind === 'file' ? 'kept' : 'once'
  const storedAccess = !route ? kept : !route.settings.signIn ? 'once' : 'kept'
  const first = seconds === undefined ? storedAccess : isUsual ? String(seconds / DAY_SECONDS) : 'stored'
  return (
    <>
      <SelectField
        id="access"
        name="access"
        label={t('access.label')}
        hint={kind === 'api' || kind === 'metered_api' ? t('access.whatCounts') : undefined}
        defaultValue={reader.typed('access', first)}
        options={[
          { value: 'once', label: t('access.once') },
          ...periods.map((days) => ({ value: String(days), label: t('access.days', { days }) })),
          ...(isUsual ? [] : [{ value: 'stored', label: periodInWords(t, seconds) }]),
          { value: 'kept', label: t('access.kept') },
        ]}
      />
      {kind !== 'metered_api' && (
        <SelectField
          id="settle"
          name="settle"
          label={t('settle.label')}
          hint={t('settle.hint')}
          defaultValue={reader.typed('settle', route?.settings.settle)}
          options={[
            { value: 'after', label: t('settle.after') },
            { value: 'before', label: t('settle.before') },
          ]}
        />
      )}
    </>
  )
}

const DAY_SECONDS = 86_400

const periods = [1, 7, 30, 365]

/** A period that was set through the API. */
function periodInWords(t: Translate<'routeForms'>, seconds: number): string {
  if (seconds % DAY_SECONDS === 0) return t('access.storedDays', { days: String(seconds / DAY_SECONDS) })
  return seconds % 3_600 === 0
    ? t('access.storedHours', { hours: String(seconds / 3_600) })
    : t('access.storedSeconds', { seconds: String(seconds) })
}

/** No choice: one test network, which is ticked automatically. */
export function hasOneNetwork({ kind, networks, route }: Omit<PriceFieldsProps, 'reader'>): boolean {
  const [only, ...others] = offeredOf(kind, networks, [firstScheme(kind, route)])
  return only?.isTest === true && others.length === 0
}

/** Test networks are ticked for a new route; real money never is. */
export function NetworkFields({ kind, networks, route, reader }: PriceFieldsProps) {
  const t = useTranslations('routeForms')
  const offered = offeredOf(kind, networks, [firstScheme(kind, route)])
  const tests = offered.filter(({ isTest }) => isTest).map(({ id }) => id)
  const settings = route?.settings
  const stored = settings ? (settings.options[0]?.networks ?? settings.price?.networks ?? settings.networks) : tests
  return (
    <CheckboxGroup
      id="networks"
      name="price.networks"
      label={t(kind === 'sign_in' ? 'networks.walletsOf' : 'networks.paidOn')}
      options={networkChoices(t, offered, stored)}
      chosen={reader.chosen('price.networks', stored)}
      error={reader.error('price.networks') ?? reader.error('networks')}
    />
  )
}

function MeterFields({ route, reader }: Pick<PriceFieldsProps, 'route' | 'reader'>) {
  const t = useTranslations('routeForms.meter')
  const stored = route?.settings.metering
  const unit = stored?.unit === 'json_field' ? `json_${stored.holds === 'count' ? 'count' : 'dollars'}` : stored?.unit
  return (
    <>
      <SelectField
        id="unit"
        name="metering.unit"
        label={t('label')}
        defaultValue={reader.typed('metering.unit', unit)}
        options={[
          { value: 'call', label: t('call') },
          { value: 'thousand_characters', label: t('thousandCharacters') },
          { value: 'byte', label: t('byte') },
          { value: 'second', label: t('second') },
          { value: 'event', label: t('event') },
          { value: 'header', label: t('header') },
          { value: 'json_count', label: t('jsonCount') },
          { value: 'json_dollars', label: t('jsonDollars') },
        ]}
        error={reader.error('metering.unit') ?? reader.ownError('metering')}
      />
      <TextField
        id="unit-price"
        name="metering.dollars"
        label={t('each')}
        hint={t('eachHint')}
        isFigures
        placeholder="0.001"
        defaultValue={reader.typed('metering.dollars', stored && 'dollars' in stored ? stored.dollars : undefined)}
        error={reader.error('metering.dollars')}
      />
      <TextField
        id="field"
        name="metering.field"
        label={t('field')}
        hint={t('fieldHint')}
        isFigures
        defaultValue={reader.typed('metering.field', stored?.unit === 'json_field' ? stored.field : undefined)}
        error={reader.error('metering.field')}
      />
    </>
  )
}
