'use client'

import { useTranslations } from 'next-intl'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { FormOutcome, useSentForm } from '@/app/(site)/_components/form'
import { versionOf } from '@/app/(site)/dashboard/_server/form-state'
import { saveRoute } from '@/app/(site)/dashboard/_server/route-actions'
import { formatAtomic, parseDollars } from '@/lib/base/x402/money'
import { readPrice } from '@/lib/base/x402/read-price'
import type { PassScopes } from '@/lib/shop/sellers/passes/passes'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { Button } from '@/lib/site/ui/button'
import { ChosenFile, holdChosenFile } from './chosen-file'
import { NetworksField, OptionRows, offeredOf, type Prices, usePrices } from './option-rows'
import { FoldedPart, RouteField, RouteFormProvider, RoutePart, useFieldTexts, useRouteForm } from './route-field'
import { type FormPart, fieldAt, idOf, tableOf } from './route-fields'
import { draftKey, newValue, textsOf, valueOf } from './route-value'
import { shownInForm } from './shown-in-form'
import { DraftLine, useTextDraft } from './text-draft'
import { lengthInWords, partsInWords, useDivider } from './text-length'
import { TextWithImages } from './text-with-images'

type RouteFormProps = {
  kind: RouteKind
  handle: string
  networks: SellableNetwork[]
  route: RouteView | null
  scopes?: PassScopes | null
  /** Stands below the switch that shows it in the bazaar. */
  listing?: ReactNode
}

export function RouteForm({ kind, handle, networks, route, scopes = null, listing }: RouteFormProps) {
  const t = useTranslations('routeForms')
  const { state, answer, isSending, facts, form, formProps } = useSentForm(saveRoute, {
    nameOf: (path) => fieldAt(path)?.name ?? path,
  })
  const scheme = route?.settings.options[0]?.scheme ?? (kind === 'metered_api' ? 'upto' : 'exact')
  const offered = offeredOf(kind, networks, [scheme])
  const tests = offered.filter(({ isTest }) => isTest).map(({ id }) => id)
  const stored = textsOf(route ? valueOf(route) : newValue(kind, tests))
  const texts = Object.keys(facts.values).length > 0 ? facts.values : stored
  /** The source of the fields, also after the page has read the route again. */
  const [first] = useState(route?.version ?? '')
  const prices = usePrices(texts, route?.updatedAt.getTime() ?? 0)
  const key = draftKey(handle, route?.routeId ?? `new ${kind}`)
  const draft = useTextDraft(form, key, versionOf(answer, first), answer)
  const [text, setText] = useState(stored.body?.[0] ?? '')
  const errorAt = (name: string): string | undefined =>
    Object.entries(state.fields).find(([path]) => fieldAt(path)?.name === name)?.[1]
  // Its first step is to sell it.
  const isOffSale = route !== null && route.state !== 'live'
  // No choice: one test network, which is ticked automatically.
  const isNetworkFolded = offered.length === 1 && tests.length === 1
  const inView: FormPart[] = ['text', 'server', 'pass', 'price', 'meter', 'place', 'show']
  if (!isNetworkFolded) inView.push('networks')
  const choice = <NetworksField {...{ offered, prices }} />
  const divider = useDivider(kind === 'article' ? text : '')
  const length = kind === 'article' ? partsInWords(t, text, divider) : lengthInWords(t, text)
  return (
    <RouteFormProvider
      value={{ kind, texts, errorAt, shown: shownInForm(t, { kind, handle, networks, route, scopes }) }}
    >
      <form
        {...formProps}
        noValidate
        onSubmit={(event) => {
          holdChosenFile(event.currentTarget)
          formProps.onSubmit(event)
        }}
        onInput={(event) => {
          formProps.onInput(event)
          draft.onInput()
          setText(String(new FormData(event.currentTarget).get('body') ?? ''))
        }}
        className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]"
      >
        <div className="grid min-w-0 gap-6">
          <input type="hidden" name="kind" value={kind} />
          {route && <input type="hidden" name="routeId" value={route.routeId} />}
          <input type="hidden" name="version" value={draft.version} />
          {kind === 'file' && !route && <ChosenFile form={form} />}
          <RouteField name="title" isHeading />
          {stored.body && (
            <TextWithImages
              hint={t('text.hint', { length })}
              defaultValue={texts.body?.[0]}
              text={text}
              divider={divider}
              error={errorAt('body')}
              canDivide={kind === 'article'}
            />
          )}
          <RoutePart of="pass" />
          <RoutePart of="server" />
          <RoutePart of="meter" />
        </div>
        <div className="grid min-w-0 content-start gap-6 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:border-s lg:border-rule lg:ps-8">
          {kind !== 'sign_in' && <PriceField prices={prices} />}
          {!isNetworkFolded && choice}
          <RoutePart of="place" />
          <div className="grid gap-2">
            <p>
              <Button type="submit" variant={isOffSale ? 'plain' : 'primary'} isBusy={isSending} className="w-full">
                {t(route ? 'save.changes' : 'save.sell')}
              </Button>
            </p>
            <FormOutcome state={state} faults={<FaultList fields={state.fields} />}>
              <p>{t(isOffSale ? 'save.notSold' : 'save.live')}</p>
            </FormOutcome>
            {draft.isRestored && <DraftLine onDrop={draft.onDrop} />}
          </div>
          <RoutePart of="show" />
          {listing}
        </div>
        <div className="grid min-w-0 gap-10">
          <MoreFields {...{ networks, inView }} toolName={route?.toolName ?? null} faults={Object.keys(state.fields)}>
            {isNetworkFolded && choice}
            {kind !== 'sign_in' && kind !== 'pass' && <OptionRows {...{ networks, prices, isSending }} />}
          </MoreFields>
        </div>
      </form>
    </RouteFormProvider>
  )
}

/** Every fault of a form, each a link to its field. Without scripts the links work too. */
function FaultList({ fields }: { fields: Readonly<Record<string, string>> }) {
  const t = useTranslations('routeForms')
  const textAt = useFieldTexts()
  const faults = Object.entries(fields).map(([name, message]) => ({ name, message, field: fieldAt(name) }))
  if (faults.length === 0) return null
  return (
    <ul className="grid">
      {faults.map(({ name, message, field }) => (
        <li key={name}>
          {field && (
            <>
              <a
                href={`#${idOf(field.name)}`}
                onClick={(event) => goTo(event, idOf(field.name))}
                className="inline-flex min-h-11 items-center font-strong text-accent underline underline-offset-4"
              >
                {field.name.startsWith('options.')
                  ? t('options.name', { number: Number(field.name.split('.')[1]) + 1 })
                  : textAt(field.path)}
              </a>
              {': '}
            </>
          )}
          {message}
        </li>
      ))}
    </ul>
  )
}

function goTo(event: MouseEvent, id: string): void {
  const field = document.getElementById(id)
  if (!field) return
  event.preventDefault()
  for (let around = field.parentElement; around; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true
  }
  const control = field.matches('input, select, textarea') ? field : field.querySelector<HTMLElement>('input')
  control?.focus()
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
  toolName: string | null
  faults: string[]
  inView: readonly string[]
  children: ReactNode
}

function MoreFields({ networks, toolName, faults, inView, children }: MoreFieldsProps) {
  const t = useTranslations('routeForms')
  const { kind } = useRouteForm()
  const able = networks.filter(({ schemes }) => schemes.includes('batch-settlement')).map(({ name }) => name)
  const hasFault = faults.some((name) => {
    const path = fieldAt(name)?.path
    return path !== undefined && !inView.includes(tableOf[path].part)
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

function whatIsFolded(kind: RouteKind): 'more.ofSignIn' | 'more.ofGoods' | 'more.ofApi' | 'more.ofPass' {
  if (kind === 'sign_in') return 'more.ofSignIn'
  if (kind === 'pass') return 'more.ofPass'
  return kind === 'article' || kind === 'file' ? 'more.ofGoods' : 'more.ofApi'
}
