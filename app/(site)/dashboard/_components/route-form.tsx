'use client'

import { useActionState, useRef, useState } from 'react'
import type { RouteKind, RouteView } from '@/lib/compose/seller-reads'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { SelectField } from '@/lib/ui/select-field'
import { TextAreaField } from '@/lib/ui/text-area-field'
import { TextField } from '@/lib/ui/text-field'
import { emptyForm, errorOf } from '../_actions/form-state'
import { saveRoute } from '../_actions/route-actions'
import { DiscoveryFields } from './discovery-fields'
import { PriceFields } from './price-fields'
import { RoutePreview } from './route-preview'
import { useRouteReview } from './use-route-review'
import { ToolField } from './tool-field'
import { UpstreamFields } from './upstream-fields'

/** How a part of the form finds what was typed, what is stored, and what was wrong. */
export type FormReader = {
  typed: (name: string, stored?: string) => string | undefined
  chosen: (name: string, stored: string[]) => string[]
  error: (name: string) => string | undefined
  /** Of the part as a whole, not of one of its fields. */
  ownError: (name: string) => string | undefined
}

export type FormNetwork = { id: string; name: string; isTest: boolean; schemes: string[] }

type RouteFormProps = { kind: RouteKind; handle: string; networks: FormNetwork[]; route: RouteView | null }

/** Makes a route or changes one. The server checks everything, also while it is written; its answers stand at the fields. */
export function RouteForm({ kind, handle, networks, route }: RouteFormProps) {
  const [state, send, isSending] = useActionState(saveRoute, emptyForm)
  const form = useRef<HTMLFormElement>(null)
  const { live, onInput } = useRouteReview(form)
  const [isListed, setIsListed] = useState(route?.settings.discovery.isListed ?? false)
  const isTouched = (name: string) => live.touched.has(name)
  const wasSent = Object.keys(state.values).length > 0
  const reader: FormReader = {
    typed: (name, stored) => (wasSent ? state.values[name]?.[0] : stored),
    chosen: (name, stored) => (wasSent ? (state.values[name] ?? []) : stored),
    error: (name) => errorOf(isTouched(name) ? live.fields : state.fields, name),
    ownError: (name) => (live.touched.size > 0 ? live.fields : state.fields)[name],
  }
  const hasText = kind === 'article' || kind === 'sign_in'
  const hasUpstream = kind === 'api' || kind === 'metered_api'
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {/* Fields are not controlled: a new key shows what the server sent back. */}
      <form
        ref={form}
        action={send}
        key={JSON.stringify(state.values)}
        onInput={(event) => {
          onInput(event)
          setIsListed(new FormData(event.currentTarget).has('discovery.isListed'))
        }}
        className="grid max-w-measure min-w-0 gap-6"
      >
        <input type="hidden" name="kind" value={kind} />
        {route && <input type="hidden" name="routeId" value={route.routeId} />}
        {state.message && <Notice tone="refused" title={state.message} announce="assertive" />}
        <TextField
          id="title"
          name="title"
          label="Title"
          required
          maxLength={120}
          defaultValue={reader.typed('title', route?.title)}
          error={reader.error('title')}
        />
        <TextAreaField
          id="description"
          name="description"
          label="What buyers get"
          rows={2}
          maxLength={1000}
          defaultValue={reader.typed('description', route?.settings.description)}
          error={reader.error('description')}
        />
        <AddressFields {...{ handle, route, reader, hasUpstream }} />
        {kind === 'article' && (
          <TextAreaField
            id="teaser"
            name="teaser"
            label="Teaser"
            hint="Markdown that anybody may read before paying."
            rows={3}
            maxLength={4000}
            defaultValue={reader.typed('teaser', route?.article?.teaser)}
            error={reader.error('teaser')}
          />
        )}
        {hasText && (
          <TextAreaField
            id="body"
            name="body"
            label="Text, in Markdown"
            hint="Only whoever may read it gets it. HTML is shown as text; images become links."
            rows={14}
            required
            defaultValue={reader.typed('body', route?.article?.body)}
            error={reader.error('body')}
          />
        )}
        {hasUpstream && <UpstreamFields {...{ route, reader }} />}
        <PriceFields {...{ kind, networks, route, reader }} />
        {kind !== 'sign_in' && <DiscoveryFields {...{ route, reader }} />}
        {kind !== 'sign_in' && <ToolField {...{ route, reader }} />}
        <p>
          <Button type="submit" variant="primary" isBusy={isSending}>
            {route ? 'Save the changes' : kind === 'file' ? 'Save, then upload the file' : 'Save and sell'}
          </Button>
        </p>
      </form>
      <RoutePreview live={live} isListed={isListed} isListable={kind !== 'sign_in'} />
    </div>
  )
}

type AddressProps = { handle: string; route: RouteView | null; reader: FormReader; hasUpstream: boolean }

/** Buyers own what they bought by its address, so it stays once the route has been live. */
function AddressFields({ handle, route, reader, hasUpstream }: AddressProps) {
  const isFixed = route !== null && route.state !== 'draft'
  const methods = hasUpstream ? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] : ['GET']
  return (
    <>
      {isFixed ? (
        <input type="hidden" name="method" value={route.method} />
      ) : (
        <SelectField
          id="method"
          name="method"
          label="Method"
          defaultValue={reader.typed('method', route?.method)}
          options={methods.map((method) => ({ value: method, label: method }))}
          error={reader.error('method')}
        />
      )}
      <TextField
        id="path"
        name="path"
        label="Path"
        hint={
          isFixed
            ? 'Buyers know this address. Duplicate the route to sell at another.'
            : `Below /x/${handle}. A part in brackets, such as /users/[id], takes any value.`
        }
        isFigures
        required
        readOnly={isFixed}
        defaultValue={reader.typed('path', route?.path ?? '/')}
        error={reader.error('path')}
      />
    </>
  )
}
