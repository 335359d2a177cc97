'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorOf } from '@/app/(site)/dashboard/_actions/form-state'
import { saveRoute } from '@/app/(site)/dashboard/_actions/route-actions'
import { FormOutcome } from '@/app/(site)/dashboard/_components/form-outcome'
import type { FormNetwork, FormReader } from '@/app/(site)/dashboard/_components/form-reader'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { joinAtDivider } from '@/lib/base/markdown/free-part'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import { Button } from '@/lib/site/ui/button'
import { TextField } from '@/lib/site/ui/text-field'
import { useEarlyInput } from '@/lib/site/ui/use-early-input'
import { DraftLine } from './draft-line'
import { FaultList } from './fault-list'
import { draftKey } from './kept-draft'
import { lengthInWords, partsInWords } from './length-in-words'
import { MarkdownImport } from './markdown-import'
import { MoreFields } from './more-fields'
import { PriceFields } from './price-fields'
import { RoutePreview } from './route-preview'
import { TextWithImages } from './text-with-images'
import { UpstreamFields } from './upstream-fields'
import { useDraft } from './use-draft'
import { countRows, useOptionRows } from './use-option-rows'
import { useRouteReview } from './use-route-review'

type RouteFormProps = { kind: RouteKind; handle: string; networks: FormNetwork[]; route: RouteView | null }

/** Makes or changes a route. The server checks it while it is written; its answers are shown at the fields. */
export function RouteForm({ kind, handle, networks, route }: RouteFormProps) {
  const t = useTranslations('routeForms')
  const { state, isSending, posted, formProps } = useSentForm(saveRoute)
  const form = useRef<HTMLFormElement>(null)
  useEarlyInput(form)
  const { live, onInput, onSend } = useRouteReview(form, state)
  const options = useOptionRows(route, posted)
  const draft = useDraft(form, {
    key: draftKey(handle, route?.routeId ?? `new ${kind}`),
    storedAt: route?.updatedAt.getTime() ?? 0,
    answer: state,
    prepare: (names) => {
      const count = countRows(names)
      // A draft from before there were such rows does not have them.
      if (!names.includes('price.dollars') || count === options.rows.length) return false
      flushSync(() => options.hold(count))
      return true
    },
  })
  /** The state since the form was shown or saved; null for as stored. */
  const [isTicked, setIsTicked] = useState<boolean | null>(null)
  const storedText = textOf(route)
  const [text, setText] = useState(storedText)
  // A fault of one price may be fixed at another.
  const isMended =
    Object.keys(state.fields).some(isOption) && [...live.touched].some((name) => isOption(name) || isPrice(name))
  const isTouched = (name: string) => live.touched.has(name) || (isOption(name) && isMended)
  const wasPosted = Object.keys(posted).length > 0
  const reader: FormReader = {
    typed: (name, stored) => (wasPosted ? posted[name]?.[0] : stored),
    chosen: (name, stored) => (wasPosted ? (posted[name] ?? []) : stored),
    error: (name) => errorOf(isTouched(name) ? live.fields : state.fields, name),
    ownError: (name) => (live.touched.size > 0 ? live.fields : state.fields)[name],
  }
  // Its first step is to sell it.
  const isOffSale = route !== null && route.state !== 'live'
  const hasText = kind === 'article' || kind === 'sign_in'
  const hasUpstream = kind === 'api' || kind === 'metered_api'
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <form
        {...formProps}
        ref={form}
        noValidate
        onSubmit={(event) => {
          onSend()
          draft.keep()
          formProps.onSubmit(event)
        }}
        onInput={(event) => {
          onInput(event)
          draft.onInput()
          const written = new FormData(event.currentTarget)
          setIsTicked(written.has('discovery.isListed'))
          setText(String(written.get('body') ?? ''))
        }}
        onReset={() => setIsTicked(null)}
        className="grid max-w-measure min-w-0 gap-6"
      >
        <input type="hidden" name="kind" value={kind} />
        {route && <input type="hidden" name="routeId" value={route.routeId} />}
        <DraftLine {...draft} />
        {kind === 'article' && <MarkdownImport form={form} />}
        <TextField
          id="title"
          name="title"
          label={t('title')}
          required
          maxLength={120}
          defaultValue={reader.typed('title', route?.title)}
          error={reader.error('title')}
        />
        {hasText && (
          <TextWithImages
            hint={t('text.hint', { length: kind === 'article' ? partsInWords(t, text) : lengthInWords(t, text) })}
            defaultValue={reader.typed('body', storedText)}
            error={reader.error('body') ?? reader.error('teaser')}
            canDivide={kind === 'article'}
          />
        )}
        {hasUpstream && <UpstreamFields {...{ route, reader }} />}
        <PriceFields {...{ kind, networks, route, reader }} />
        <MoreFields
          {...{ kind, handle, networks, route, reader }}
          options={{ ...options, isSending }}
          faults={Object.keys(state.fields)}
        />
        <p>
          <Button type="submit" variant={isOffSale ? 'plain' : 'primary'} isBusy={isSending}>
            {t(route ? 'save.changes' : kind === 'file' ? 'save.file' : 'save.sell')}
          </Button>
        </p>
        <FormOutcome state={state} faults={<FaultList fields={state.fields} />}>
          <p>{t(isOffSale ? 'save.notSold' : 'save.live')}</p>
        </FormOutcome>
      </form>
      <RoutePreview
        live={live}
        isListed={isTicked ?? route?.settings.discovery.isListed ?? false}
        isListable={kind !== 'sign_in'}
      />
    </div>
  )
}

const isOption = (name: string) => name === 'options' || name.startsWith('options.')
const isPrice = (name: string) => name.startsWith('price.')

/** An article's parts, as one text with a divider. */
function textOf(route: RouteView | null): string {
  if (!route?.article) return ''
  const { teaser, body } = route.article
  return route.kind === 'article' ? joinAtDivider({ free: teaser, paid: body }) : body
}
