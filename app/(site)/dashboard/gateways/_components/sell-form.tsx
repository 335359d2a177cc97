'use client'

import { unstable_rethrow } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useTransition } from 'react'
import { withoutFault } from '@/app/(site)/_components/form'
import { saveGateway } from '@/app/(site)/dashboard/_server/forms'
import type { GatewayView } from '@/lib/shop/sellers/gateways/gateways'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { CheckboxField, CheckboxGroup, TextAreaField, TextField } from '@/lib/site/ui/fields'
import { Notice } from '@/lib/site/ui/notice'
import { readHeaders } from '../../routes/_components/read-route-form'
import { type OperationRow, operationsOf, sentRows } from './gateway-rows'
import { OperationTable } from './operation-table'

type SellFormProps = {
  gateway: GatewayView | null
  handle: string
  networks: SellableNetwork[]
  rows: OperationRow[]
  /** The document's title and URL, for fields that are empty. */
  suggested: { title: string; serverUrl: string }
}

type RefusedSale = { message: string; fields: Readonly<Record<string, string>>; current: string | null }

export function SellForm({ gateway, handle, networks, rows, suggested }: SellFormProps) {
  const t = useTranslations('gatewayForms')
  const tConflict = useTranslations('forms.conflict')
  const tellNoAnswer = useNoAnswer()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<FormData | null>(null)
  const [refused, setRefused] = useState<RefusedSale | null>(null)
  const [isSending, startSending] = useTransition()
  /** The source of the rows, also after the page has read it again. */
  const [first] = useState(gateway?.version ?? null)
  const sent = sentRows(rows, typed)
  const fields = refused?.fields ?? {}
  const tests = networks.filter(({ isTest }) => isTest).map(({ id }) => id)

  // Also what was typed before the scripts came, and what a document that is read again has changed.
  useEffect(() => setTyped(form.current && new FormData(form.current)), [rows])

  const send = (data: FormData, version: string | null) =>
    startSending(async () => {
      const input = { ...readServiceForm(data, gateway), operations: operationsOf(rows, data) }
      const outcome = await saveGateway(gateway?.gatewayId ?? null, input, version).catch((error: unknown) => ({
        ok: false as const,
        fields: {},
        current: null,
        message: tellNoAnswer(error),
      }))
      // After a success, another page is shown.
      if (!outcome.ok) setRefused(outcome)
    })

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent as SubmitEvent // React types the native event too loosely.
        const over = submitter instanceof HTMLButtonElement && submitter.name === 'over' ? submitter.value : null
        if (!isSending) send(new FormData(event.currentTarget), over ?? first)
      }}
      onInput={({ currentTarget, target }) => {
        setTyped(new FormData(currentTarget))
        setRefused(refused && withoutFault(refused, (target as HTMLInputElement).name))
      }}
      className="grid gap-8"
    >
      <div className="grid max-w-measure gap-6">
        <TextField
          id="title"
          name="title"
          label={t('service.name')}
          required
          defaultValue={gateway?.title ?? suggested.title}
          error={fields.title}
        />
        <TextField
          id="upstream-url"
          name="upstream.url"
          label={t('service.where')}
          hint={t('service.whereHint')}
          isFigures
          required
          inputMode="url"
          maxLength={2048}
          defaultValue={gateway?.upstream.url ?? suggested.serverUrl}
          error={fields['upstream.url']}
        />
        <TextField
          id="prefix"
          name="prefix"
          label={t('service.below')}
          hint={t('service.belowHint', { handle })}
          isFigures
          required
          maxLength={100}
          defaultValue={gateway?.prefix ?? '/api'}
          error={fields.prefix}
        />
        <TextAreaField
          id="upstream-headers"
          name="upstream.headers"
          label={t('service.headers')}
          hint={headersHint(t, gateway?.upstream.headerNames ?? [])}
          rows={2}
          isFigures
          autoComplete="off"
          error={fields['upstream.headers']}
        />
        <CheckboxGroup
          id="networks"
          name="networks"
          label={t('service.paidOn')}
          options={networks.map(({ id, name, isTest }) => ({
            value: id,
            label: t(isTest ? 'service.testMoney' : 'service.realMoney', { network: name }),
          }))}
          chosen={gateway?.networks ?? tests}
          error={fields.networks}
        />
        <TextField
          id="common-price"
          name="dollars"
          label={t('service.price')}
          hint={t('service.priceHint')}
          isFigures
          inputMode="decimal"
          defaultValue="$0.01"
        />
      </div>
      <OperationTable rows={rows} form={typed} faults={faultsOf(fields, sent)} />
      <div className="grid max-w-measure gap-4">
        <CheckboxField
          id="is-listed"
          name="isListed"
          label={t('service.list')}
          defaultChecked={gateway ? rows.some(({ discovery }) => discovery.isListed) : true}
        />
        <p>
          <Button type="submit" variant="primary" isBusy={isSending}>
            {isSending
              ? t('service.saving')
              : gateway
                ? t('service.changes')
                : t('service.sell', { count: sent.length })}
          </Button>
        </p>
        {/* After the form's own button: Enter in a field presses the first one. */}
        {refused?.message && (
          <Notice tone="refused" title={summary(t, refused)} announce="assertive">
            {refused.current && (
              <>
                <p>{tConflict('orReload')}</p>
                <p>
                  <Button type="submit" name="over" value={refused.current}>
                    {tConflict('saveMine')}
                  </Button>
                </p>
              </>
            )}
          </Notice>
        )}
      </div>
    </form>
  )
}

const headersHint = (t: Translate<'gatewayForms'>, kept: string[]): string =>
  kept.length > 0 ? t('service.headersKept', { names: kept.join(', ') }) : t('service.headersHint')

/** The first fault of each row, by its key; the server names operations by their number. */
function faultsOf(fields: RefusedSale['fields'], sent: OperationRow[]): Map<string, string> {
  const faults = new Map<string, string>()
  for (const [name, message] of Object.entries(fields)) {
    const key = sent[Number(/^operations\.(\d+)\./.exec(name)?.[1] ?? '-1')]?.key
    if (key !== undefined && !faults.has(key)) faults.set(key, message)
  }
  return faults
}

/** Without repeating the faults beside the fields. */
function summary(t: Translate<'gatewayForms'>, { message, fields }: RefusedSale): string {
  const count = Object.keys(fields).length
  if (fields.operations) return fields.operations
  return count > 1 ? t('service.faults', { count }) : message
}

/** The message for an action that failed without an answer. Redirects pass. */
export function useNoAnswer(): (error: unknown) => string {
  const t = useTranslations('forms')
  return (error) => {
    unstable_rethrow(error)
    return t('noAnswer')
  }
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
