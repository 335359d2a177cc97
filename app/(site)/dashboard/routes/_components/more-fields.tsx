import { useTranslations } from 'next-intl'
import type { FormNetwork, FormReader } from '@/app/(site)/dashboard/_components/form-reader'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import { SelectField } from '@/lib/site/ui/select-field'
import { TextAreaField } from '@/lib/site/ui/text-area-field'
import { TextField } from '@/lib/site/ui/text-field'
import { DiscoveryFields } from './discovery-fields'
import { controlOf } from './field-controls'
import { chargingsIn, OptionRows, type OptionRowsState } from './option-rows'
import { AccessFields, firstScheme, hasOneNetwork, NetworkFields } from './price-fields'
import { SignInFields } from './sign-in-fields'
import { SmallCallsField } from './small-calls-field'
import { ToolField } from './tool-field'
import { UpstreamSettings } from './upstream-fields'

type MoreFieldsProps = {
  kind: RouteKind
  handle: string
  networks: FormNetwork[]
  route: RouteView | null
  reader: FormReader
  options: OptionRowsState
  /** Names of the faulty fields, by the server. */
  faults: string[]
}

/** Ids of the controls that are always in view. */
const inView = ['title', 'body', 'price', 'upstream-url', 'upstream-headers', 'unit', 'unit-price', 'field']

/** Everything that has a good default, folded; unfolded where something in it is wrong. */
export function MoreFields({ kind, handle, networks, route, reader, options, faults }: MoreFieldsProps) {
  const t = useTranslations('routeForms')
  const isPaid = kind !== 'sign_in'
  const hasUpstream = kind === 'api' || kind === 'metered_api'
  const isFoldedNetwork = hasOneNetwork({ kind, networks, route })
  const hasFault = faults.some((name) => {
    const control = controlOf(name)
    return control !== null && !inView.includes(control.id) && (control.id !== 'networks' || isFoldedNetwork)
  })
  return (
    <details open={hasFault || undefined} className="border-y border-rule">
      <summary className="min-h-11 cursor-pointer py-3 font-strong">
        {t.rich('more.summary', {
          what: t(whatIsFolded(kind)),
          quiet: (words) => <span className="font-regular text-quiet">{words}</span>,
        })}
      </summary>
      <div className="grid gap-6 pt-2 pb-6">
        <TextAreaField
          id="description"
          name="description"
          label={t('more.description')}
          hint={t('more.descriptionHint')}
          rows={2}
          maxLength={1000}
          defaultValue={reader.typed('description', route?.settings.description)}
          error={reader.error('description')}
        />
        <AddressFields {...{ handle, route, reader, hasUpstream }} />
        {hasUpstream && <UpstreamSettings {...{ route, reader }} isMetered={kind === 'metered_api'} />}
        {isFoldedNetwork && <NetworkFields {...{ kind, networks, route, reader }} />}
        {kind === 'metered_api' && firstScheme(kind, route) === 'exact' && (
          <SelectField
            id="price-scheme"
            name="price.scheme"
            label={t('meter.charging')}
            defaultValue={reader.typed('price.scheme', 'exact')}
            options={chargingsIn(t)}
            error={reader.error('price.scheme')}
          />
        )}
        {isPaid && <OptionRows {...{ kind, networks, reader, options }} />}
        {isPaid && <AccessFields {...{ kind, networks, route, reader }} />}
        <SignInFields {...{ handle, route, reader }} />
        {isPaid && <SmallCallsField {...{ networks, route, reader }} />}
        {isPaid && <DiscoveryFields {...{ route, reader }} />}
        {isPaid && <ToolField {...{ route, reader }} />}
      </div>
    </details>
  )
}

function whatIsFolded(kind: RouteKind): 'more.ofSignIn' | 'more.ofGoods' | 'more.ofApi' {
  if (kind === 'sign_in') return 'more.ofSignIn'
  return kind === 'article' || kind === 'file' ? 'more.ofGoods' : 'more.ofApi'
}

type AddressProps = { handle: string; route: RouteView | null; reader: FormReader; hasUpstream: boolean }

/** Purchases are tied to the address, so it is fixed once the route has been live. */
function AddressFields({ handle, route, reader, hasUpstream }: AddressProps) {
  const t = useTranslations('routeForms.more')
  const isFixed = route !== null && route.state !== 'draft'
  return (
    <>
      {isFixed || !hasUpstream ? (
        <input type="hidden" name="method" value={route?.method ?? 'GET'} />
      ) : (
        <SelectField
          id="method"
          name="method"
          label={t('method')}
          defaultValue={reader.typed('method', route?.method)}
          options={['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ value: method, label: method }))}
          error={reader.error('method')}
        />
      )}
      <TextField
        id="path"
        name="path"
        label={t('path')}
        hint={isFixed ? t('pathFixed') : t('pathHint', { handle })}
        isFigures
        readOnly={isFixed}
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={reader.typed('path', route?.path)}
        error={reader.error('path')}
      />
    </>
  )
}
