'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Form } from '@/app/(site)/_components/form'
import { saveRoute } from '@/app/(site)/dashboard/_server/route-actions'
import { formatAtomic, parseDollars } from '@/lib/base/x402/money'
import { isTransfer } from '@/lib/base/x402/payment-option'
import { readPrice } from '@/lib/base/x402/read-price'
import type { PassScopes } from '@/lib/shop/sellers/passes/passes'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import type { Translate } from '@/lib/site/messages/translate'
import { durationInWords } from '@/lib/site/ui/access'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { ChosenFile } from './file-upload'
import { NetworksField, OptionRows, offeredOf, type Prices, usePrices } from './option-rows'
import {
  FoldedPart,
  RouteField,
  RouteFormProvider,
  RoutePart,
  type Shown,
  useFaultNames,
  useRouteForm,
} from './route-field'
import { type FieldPath, type FormPart, fieldAt, tableOf } from './route-fields'
import { draftKey, type EditedRoute, type FormTexts, newValue, RULED_OUT, textsOf } from './route-value'
import { TextDraft } from './text-draft'
import { TextWithImages } from './text-with-images'

type RouteFormProps = {
  kind: RouteKind
  handle: string
  networks: SellableNetwork[]
  route: EditedRoute | null
  scopes?: PassScopes | null
  /** Stands below the switch that shows it in the bazaar. */
  listing?: ReactNode
}

export function RouteForm(props: RouteFormProps) {
  const { kind, handle, networks, route, listing } = props
  const t = useTranslations('routeForms')
  const tPrice = useTranslations('price')
  const stored = route && textsOf(route.value)
  const scheme = stored?.['options.0.scheme']?.[0] ?? (kind === 'metered_api' ? 'upto' : 'exact')
  const offered = offeredOf(kind, networks, [scheme])
  const tests = offered.filter(({ isTest }) => isTest).map(({ id }) => id)
  const texts = stored ?? textsOf(newValue(kind, tests))
  return (
    <RouteFormProvider value={{ kind, texts, shown: shownInForm(t, tPrice, { ...props, texts }) }}>
      <Form
        action={saveRoute}
        hidden={{ kind, routeId: route?.routeId ?? '' }}
        version={route?.version ?? ''}
        label={t(route ? 'save.changes' : 'save.sell')}
        // Its first step is to sell it.
        variant={route !== null && route.state !== 'live' ? 'plain' : 'primary'}
        noValidate
        nameOf={useFaultNames()}
        className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]"
      >
        {(end) => (
          <RouteFields
            {...{ networks, offered, route, listing }}
            // No choice: one test network, which is ticked automatically.
            isNetworkFolded={offered.length === 1 && tests.length === 1}
            end={
              <div className="grid gap-2 [&_p>button]:w-full">
                {end}
                <TextDraft draft={draftKey(handle, route?.routeId ?? `new ${kind}`)} />
              </div>
            }
          />
        )}
      </Form>
    </RouteFormProvider>
  )
}

type RouteFieldsProps = Pick<RouteFormProps, 'networks' | 'route' | 'listing'> & {
  offered: SellableNetwork[]
  isNetworkFolded: boolean
  end: ReactNode
}

function RouteFields({ networks, offered, route, listing, isNetworkFolded, end }: RouteFieldsProps) {
  const { kind, texts } = useRouteForm()
  const prices = usePrices(texts, route?.version ?? '')
  const choice = <NetworksField {...{ offered, prices }} />
  return (
    <>
      <div className="grid min-w-0 gap-6">
        {kind === 'file' && !route && <ChosenFile />}
        <RouteField name="title" isHeading />
        {(kind === 'article' || kind === 'sign_in') && <TextWithImages />}
        <RoutePart of="pass" />
        <RoutePart of="server" />
        <RoutePart of="meter" />
      </div>
      <div className="grid min-w-0 content-start gap-6 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:border-s lg:border-rule lg:ps-8">
        {kind !== 'sign_in' && <PriceField prices={prices} />}
        {!isNetworkFolded && choice}
        <RoutePart of="place" />
        {end}
        <RoutePart of="show" />
        {listing}
      </div>
      <div className="grid min-w-0 gap-10">
        <MoreFields {...{ networks, isNetworkFolded }} toolName={route?.toolName ?? null}>
          {isNetworkFolded && choice}
          {kind !== 'sign_in' && kind !== 'pass' && <OptionRows {...{ networks, prices }} />}
        </MoreFields>
      </div>
    </>
  )
}

const USDC_DECIMALS = 6

function PriceField({ prices: { first, firstTexts } }: { prices: Prices }) {
  const t = useTranslations('routeForms.price')
  const { kind, texts } = useRouteForm()
  const stored = texts[`${firstTexts}.dollars`]
  const [written, setWritten] = useState(stored?.[0] ?? '')
  const isMost = kind === 'metered_api' && texts['options.0.scheme']?.[0] !== 'exact'
  const coins = inCoins(written)
  const inDigits = useLocalDigits()
  const amount = coins && inDigits(coins)
  return (
    <RouteField
      name={`${first}.dollars`}
      texts={stored}
      {...(isMost && { label: t('meteredLabel') })}
      hint={
        amount === null ? (
          t(isMost ? 'meteredHint' : 'hint')
        ) : (
          <output>{t(isMost ? 'meteredUnderstood' : 'understood', { amount })}</output>
        )
      }
      onInput={(event) => setWritten(event.currentTarget.value)}
    />
  )
}

/** `0.02 USDC`, rounded as it is charged; null while it cannot be read or is nothing, which the field shows once the writer pauses. */
function inCoins(written: string): string | null {
  const { price } = readPrice(written)
  const amountAtomic = price ? parseDollars(price, USDC_DECIMALS) : 0n
  return amountAtomic === 0n ? null : `${formatAtomic(amountAtomic, USDC_DECIMALS)} USDC`
}

type MoreFieldsProps = {
  networks: SellableNetwork[]
  isNetworkFolded: boolean
  toolName: string | null
  children: ReactNode
}

const inView: FormPart[] = ['text', 'server', 'pass', 'price', 'meter', 'place', 'show']

function MoreFields({ networks, isNetworkFolded, toolName, children }: MoreFieldsProps) {
  const t = useTranslations('routeForms')
  const { kind, faults } = useRouteForm()
  const able = networks
    .filter(({ schemes }) => schemes.some((scheme) => !isTransfer({ scheme })))
    .map(({ name }) => name)
  const hasFault = Object.keys(faults).some((name) => {
    const path = fieldAt(name)?.path
    if (!path) return false
    const { part } = tableOf[path]
    return part === 'networks' ? isNetworkFolded : !inView.some((each) => each === part)
  })
  return (
    <details open={hasFault || undefined} className="border-y border-rule">
      <summary className="min-h-11 cursor-pointer py-3 font-strong">
        {t.rich('more.summary', {
          kind,
          quiet: (words) => <span className="font-regular text-quiet">{words}</span>,
        })}
      </summary>
      <div className="grid gap-6 pt-2 pb-6">
        <RoutePart of="about" />
        <RoutePart of="answer" />
        {children}
        <RoutePart of="access" />
        <RoutePart of="limits" />
        <FoldedPart of="signIn" summary={t('signIn.title')} />
        <RoutePart of="calls" legend={t('smallCalls.title')}>
          <p>{t('smallCalls.how')}</p>
          <p>{t('smallCalls.when')}</p>
          {able.length > 0 && <p>{t('smallCalls.where', { networks: able.join(', ') })}</p>}
        </RoutePart>
        <RoutePart of="bazaar" legend={t('bazaar.title')} />
        <FoldedPart of="schemas" summary={t('bazaar.schemas')} />
        <RoutePart of="agents" legend={t('tool.title')}>
          {toolName && <p>{t.rich('tool.name', { name: toolName, code: (words) => <code>{words}</code> })}</p>}
        </RoutePart>
      </div>
    </details>
  )
}

/** The parts of controls that depend on the shop, its networks or the stored route. */
function shownInForm(
  t: Translate<'routeForms'>,
  tPrice: Translate<'price'>,
  { kind, handle, networks, route, scopes, texts }: RouteFormProps & { texts: FormTexts },
): Partial<Record<FieldPath, Shown>> {
  // Purchases are tied to the address, so it is fixed once the route has been live.
  const isFixed = route !== null && route.state !== 'draft'
  const hasServer = kind === 'api' || kind === 'metered_api'
  const names = route?.upstream?.headerNames ?? []
  const canDeposit = networks.some(({ schemes }) => schemes.some((scheme) => !isTransfer({ scheme })))
  return {
    method: { isLeftOut: isFixed },
    path: { isLeftOut: isFixed, hint: t('more.pathHint', { handle, hasParts: String(kind !== 'pass') }) },
    'upstream.headers': {
      hint: names.length > 0 ? t('upstream.headersKept', { names: names.join(', ') }) : t('upstream.headersHint'),
      boxes: names.length > 0 ? [{ value: RULED_OUT, label: t('upstream.forget') }] : [],
    },
    query: { boxes: [{ value: RULED_OUT, label: t('upstream.queryIgnored') }] },
    signIn: {
      choices: periodsIn(t, tPrice, Number(texts.signIn?.[0]) || 0),
      hint: hasServer && t('access.whatCounts'),
    },
    'signIn.resourceUri': { hint: t('signIn.addressHint', { handle }) },
    'pass.scope': { choices: scopesIn(t, scopes) },
    'pass.scope.routeIds': {
      boxes: scopes?.goods.map(({ routeId, title }) => ({ value: routeId, label: title })) ?? [],
    },
    'price.manySmallCalls': { isLeftOut: !canDeposit && !texts['price.manySmallCalls']?.length },
  }
}

/** A pass opens the whole shop, goods that its seller chooses, or all that has a tag or is in a gateway. */
const scopesIn = (t: Translate<'routeForms'>, scopes: PassScopes | null = null) => [
  { value: 'shop', label: t('pass.shop') },
  { value: 'routes', label: t('pass.chosen') },
  ...(scopes?.tags.map((tag) => ({ value: `tag:${tag}`, label: t('pass.tag', { tag }) })) ?? []),
  ...(scopes?.gateways.map(({ gatewayId, title }) => ({
    value: `gateway:${gatewayId}`,
    label: t('pass.gateway', { title }),
  })) ?? []),
]

const DAY_SECONDS = 86_400
const usualPeriods = [1, 7, 30, 365].map((days) => days * DAY_SECONDS)

/** How long a payment may open it; with the stored period, 0 for none, where the API has set another. */
export const periodsIn = (t: Translate<'routeForms'>, tPrice: Translate<'price'>, stored: number) => [
  { value: 'once', label: t('access.once') },
  ...[...new Set([...usualPeriods, ...(stored === 0 ? [] : [stored])])].map((seconds) => ({
    value: String(seconds),
    label:
      seconds % DAY_SECONDS === 0
        ? t('access.days', { days: seconds / DAY_SECONDS })
        : t('access.stored', { duration: durationInWords(tPrice, seconds) }),
  })),
  { value: 'kept', label: t('access.kept') },
]
