'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Form } from '@/app/(site)/_components/form'
import { emptyForm, expectedIn, type FormState, refusedForm } from '@/app/(site)/dashboard/_server/form-state'
import { saveGateway } from '@/app/(site)/dashboard/_server/forms'
import type { GatewayView } from '@/lib/shop/sellers/gateways/gateways'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import type { Translate } from '@/lib/site/messages/translate'
import { CheckboxField, CheckboxGroup, TextAreaField, TextField } from '@/lib/site/ui/fields'
import { readHeaders } from '../../routes/_components/read-route-form'
import { fieldOf, type OperationRow, operationsOf, sentRows } from './gateway-rows'
import { OperationTable } from './operation-table'

type SellFormProps = {
  gateway: GatewayView | null
  handle: string
  networks: SellableNetwork[]
  rows: OperationRow[]
  /** The document's title and URL, for fields that are empty. */
  suggested: { title: string; serverUrl: string }
}

export function SellForm({ gateway, handle, networks, rows, suggested }: SellFormProps) {
  const t = useTranslations('gatewayForms')
  const place = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<FormData | null>(null)
  const tests = networks.filter(({ isTest }) => isTest).map(({ id }) => id)
  const readTyped = () => {
    const form = place.current?.closest('form')
    setTyped(form ? new FormData(form) : null)
  }
  // Also what was typed before the scripts came, and what a document that is read again has changed.
  useEffect(readTyped, [rows])
  return (
    <Form
      action={async (_state, form) => {
        const input = { ...readServiceForm(form, gateway), operations: operationsOf(rows, form) }
        const outcome = await saveGateway(gateway?.gatewayId ?? null, input, expectedIn(form))
        if (outcome.ok) return emptyForm
        return refusedForm(form, { ...outcome, fields: atControls(outcome.fields, sentRows(rows, form)) })
      }}
      version={gateway?.version ?? ''}
      label={gateway ? t('service.changes') : t('service.sell', { count: sentRows(rows, typed).length })}
      busyLabel={t('service.saving')}
      nameOf={() => null}
      className="grid gap-8"
    >
      <div ref={place} onInput={readTyped} className="grid gap-8">
        <div className="grid max-w-measure gap-6">
          <TextField name="title" label={t('service.name')} required defaultValue={gateway?.title ?? suggested.title} />
          <TextField
            name="upstream.url"
            label={t('service.where')}
            hint={t('service.whereHint')}
            isFigures
            required
            inputMode="url"
            maxLength={2048}
            defaultValue={gateway?.upstream.url ?? suggested.serverUrl}
          />
          <TextField
            name="prefix"
            label={t('service.below')}
            hint={t('service.belowHint', { handle })}
            isFigures
            required
            maxLength={100}
            defaultValue={gateway?.prefix ?? '/api'}
          />
          <TextAreaField
            name="upstream.headers"
            label={t('service.headers')}
            hint={headersHint(t, gateway?.upstream.headerNames ?? [])}
            rows={2}
            isFigures
            autoComplete="off"
          />
          <CheckboxGroup
            name="networks"
            label={t('service.paidOn')}
            options={networks.map(({ id, name, isTest }) => ({
              value: id,
              label: t(isTest ? 'service.testMoney' : 'service.realMoney', { network: name }),
            }))}
            chosen={gateway?.networks ?? tests}
          />
          <TextField
            name="dollars"
            label={t('service.price')}
            hint={t('service.priceHint')}
            isFigures
            inputMode="decimal"
            defaultValue="$0.01"
          />
        </div>
        <OperationTable rows={rows} form={typed} />
        <CheckboxField
          name="isListed"
          label={t('service.list')}
          defaultChecked={gateway ? rows.some(({ discovery }) => discovery.isListed) : true}
        />
      </div>
    </Form>
  )
}

const headersHint = (t: Translate<'gatewayForms'>, kept: string[]): string =>
  kept.length > 0 ? t('service.headersKept', { names: kept.join(', ') }) : t('service.headersHint')

/** Names the faults by the form's controls; the server names operations by their number. */
function atControls(fields: FormState['fields'], sent: OperationRow[]): FormState['fields'] {
  const nameOf = (path: string) => {
    const [, place = '', field = ''] = /^operations\.(\d+)\.(.*)$/.exec(path) ?? []
    const row = sent[Number(place || -1)]
    return row ? fieldOf(row, field) : path
  }
  return Object.fromEntries(Object.entries(fields).map(([path, fault]) => [nameOf(path), fault]))
}

/**
 * Reads the service's own fields for the verb. An empty box keeps the stored secret headers, and settings that only the
 * API has stay as in `gateway`.
 */
export function readServiceForm(form: FormData, gateway: GatewayView | null) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const headers = readHeaders(text('upstream.headers'))
  return {
    title: text('title'),
    prefix: text('prefix'),
    upstream: {
      url: text('upstream.url'),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(gateway && { timeoutMs: gateway.upstream.timeoutMs, maxBytes: gateway.upstream.maxBytes }),
    },
    networks: form.getAll('networks').map(String),
  }
}
