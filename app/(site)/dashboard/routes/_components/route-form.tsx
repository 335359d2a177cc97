'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { versionOf } from '@/app/(site)/dashboard/_actions/form-state'
import { saveRoute } from '@/app/(site)/dashboard/_actions/route-actions'
import { FormOutcome } from '@/app/(site)/dashboard/_components/form-outcome'
import { OthersChange } from '@/app/(site)/dashboard/_components/others-change'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import type { PassScopes } from '@/lib/shop/sellers/passes/list-scopes'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import { Button } from '@/lib/site/ui/button'
import { useEarlyInput } from '@/lib/site/ui/use-early-input'
import { ChosenFile, holdChosenFile } from './chosen-file'
import { FaultList } from './fault-list'
import { lengthInWords, partsInWords } from './length-in-words'
import { MoreFields } from './more-fields'
import { NetworksField, offeredOf } from './network-choices'
import { OptionRows } from './option-rows'
import { PriceField } from './price-field'
import { RouteField, RouteFormProvider, RoutePart, useFieldTexts } from './route-field'
import { type FormPart, fieldAt } from './route-fields'
import { draftKey, newValue, textsOf, valueOf } from './route-value'
import { shownInForm } from './shown-in-form'
import { DraftLine, useTextDraft } from './text-draft'
import { TextWithImages } from './text-with-images'
import { usePrices } from './use-prices'

type RouteFormProps = {
  kind: RouteKind
  handle: string
  networks: SellableNetwork[]
  route: RouteView | null
  scopes?: PassScopes | null
}

/** Makes or changes a route. What the server refuses is shown at the fields. */
export function RouteForm({ kind, handle, networks, route, scopes = null }: RouteFormProps) {
  const t = useTranslations('routeForms')
  const { state, isSending, posted, formProps } = useSentForm(saveRoute)
  const form = useRef<HTMLFormElement>(null)
  useEarlyInput(form)
  const scheme = route?.settings.options[0]?.scheme ?? (kind === 'metered_api' ? 'upto' : 'exact')
  const offered = offeredOf(kind, networks, [scheme])
  const tests = offered.filter(({ isTest }) => isTest).map(({ id }) => id)
  const stored = textsOf(route ? valueOf(route) : newValue(kind, tests))
  const texts = Object.keys(posted).length > 0 ? posted : stored
  /** The source of the fields, also after the page has read the route again. */
  const [first] = useState(route?.version ?? '')
  const prices = usePrices(texts, route?.updatedAt.getTime() ?? 0)
  const key = draftKey(handle, route?.routeId ?? `new ${kind}`)
  const draft = useTextDraft(form, key, versionOf(state, first), state)
  const [text, setText] = useState(stored.body?.[0] ?? '')
  const textAt = useFieldTexts()
  const labelOf = (name: string): string | null => {
    const field = fieldAt(name)
    return field && (textAt(field.path, kind) ?? textAt(field.path))
  }
  const errorAt = (name: string): string | undefined =>
    Object.entries(state.fields).find(([path]) => fieldAt(path)?.name === name)?.[1]
  // Its first step is to sell it.
  const isOffSale = route !== null && route.state !== 'live'
  // No choice: one test network, which is ticked automatically.
  const isNetworkFolded = offered.length === 1 && tests.length === 1
  const inView: FormPart[] = ['text', 'server', 'pass', 'price', 'meter', 'place', 'show']
  if (!isNetworkFolded) inView.push('networks')
  const choice = <NetworksField {...{ offered, prices }} />
  const length = kind === 'article' ? partsInWords(t, text) : lengthInWords(t, text)
  return (
    <RouteFormProvider
      value={{ kind, texts, errorAt, shown: shownInForm(t, { kind, handle, networks, route, scopes }) }}
    >
      <form
        {...formProps}
        ref={form}
        noValidate
        onSubmit={(event) => {
          holdChosenFile(event.currentTarget)
          formProps.onSubmit(event)
        }}
        onInput={(event) => {
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
            <OthersChange state={state} labelOf={labelOf} />
            {draft.isRestored && <DraftLine draft={key} />}
          </div>
          <RoutePart of="show" />
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
