'use client'

import { useState, useTransition } from 'react'
import { Button } from '@/lib/ui/button'
import { CheckboxField, CheckboxGroup } from '@/lib/ui/checkbox-field'
import { Notice } from '@/lib/ui/notice'
import { TextAreaField } from '@/lib/ui/text-area-field'
import { TextField } from '@/lib/ui/text-field'
import { saveGateway } from '../../_actions/gateway-actions'
import type { FormNetwork } from '../../_components/route-form'
import type { GatewayView } from '../../_server/seller-reads'
import { operationsOf, type Row } from './gateway-rows'
import { noAnswer } from './no-answer'
import { OperationTable } from './operation-table'
import { readServiceForm } from './read-service-form'

type SellFormProps = {
  gateway: GatewayView | null
  handle: string
  networks: FormNetwork[]
  rows: Row[]
  /** What the document says, for fields that are empty. */
  suggested: { title: string; serverUrl: string }
  change: (key: string, to: Partial<Row>) => void
}

type Refused = { message: string; fields: Readonly<Record<string, string>> }

/** Where the service is, what its operations cost, and the button that sells them. */
export function SellForm({ gateway, handle, networks, rows, suggested, change }: SellFormProps) {
  const [commonDollars, setCommonDollars] = useState('$0.01')
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isSending, startSending] = useTransition()
  const sent = rows.filter(({ access }) => access !== 'left_out')
  const fields = refused?.fields ?? {}
  const tests = networks.filter(({ isTest }) => isTest).map(({ id }) => id)

  const send = (form: HTMLFormElement) =>
    startSending(async () => {
      const isListed = new FormData(form).get('isListed') === 'yes'
      const listed = rows.map((row) => ({
        ...row,
        discovery: { ...row.discovery, isListed: isListed && !row.path.endsWith('/*') },
      }))
      const input = { ...readServiceForm(new FormData(form), gateway), operations: operationsOf(listed, commonDollars) }
      const outcome = await saveGateway(gateway?.gatewayId ?? null, input).catch((error: unknown) => ({
        ...{ ok: false as const, fields: {}, message: noAnswer(error) },
      }))
      // A saved one is another page by now.
      if (!outcome.ok) setRefused(outcome)
    })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) send(event.currentTarget)
      }}
      className="grid gap-8"
    >
      <div className="grid max-w-measure gap-6">
        <TextField
          id="title"
          name="title"
          label="Name of the service"
          required
          maxLength={120}
          defaultValue={gateway?.title ?? suggested.title}
          error={fields.title}
        />
        <TextField
          id="upstream-url"
          name="upstream.url"
          label="Where it runs"
          hint="The paths of its operations follow this address."
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
          label="Sold below"
          hint={`/x/${handle} and this path, then the path of the operation.`}
          isFigures
          required
          maxLength={100}
          defaultValue={gateway?.prefix ?? '/api'}
          error={fields.prefix}
        />
        <TextAreaField
          id="upstream-headers"
          name="upstream.headers"
          label="Secret headers"
          hint={headersHint(gateway?.upstream.headerNames ?? [])}
          rows={2}
          isFigures
          autoComplete="off"
          error={fields['upstream.headers']}
        />
        <CheckboxGroup
          id="networks"
          name="networks"
          label="Paid on"
          options={networks.map(({ id, name, isTest }) => ({
            value: id,
            label: `${name} ${isTest ? '(test money)' : '(real money)'}`,
          }))}
          chosen={gateway?.networks ?? tests}
          error={fields.networks}
        />
        <TextField
          id="common-price"
          label="Price of each, in dollars"
          hint="For every operation without a price of its own."
          isFigures
          inputMode="decimal"
          value={commonDollars}
          onChange={(event) => setCommonDollars(event.target.value)}
        />
      </div>
      <OperationTable rows={rows} commonDollars={commonDollars} faults={faultsOf(fields, sent)} change={change} />
      <div className="grid max-w-measure gap-4">
        <CheckboxField
          id="is-listed"
          name="isListed"
          value="yes"
          label="List the paid operations in the bazaar"
          defaultChecked={gateway ? rows.some(({ discovery }) => discovery.isListed) : true}
        />
        {refused && <Notice tone="refused" title={summary(refused)} announce="assertive" />}
        <p>
          <Button type="submit" variant="primary" isBusy={isSending}>
            {isSending ? 'Saving' : `Sell ${sent.length} ${sent.length === 1 ? 'operation' : 'operations'}`}
          </Button>
        </p>
      </div>
    </form>
  )
}

const headersHint = (kept: string[]) =>
  kept.length > 0
    ? `Kept: ${kept.join(', ')}. What you write here replaces them all.`
    : 'Only where it needs them: one on a line, such as Authorization: Bearer …. Stored encrypted, never shown again.'

/** The first fault of each row, by its key; the server names operations by their number. */
function faultsOf(fields: Refused['fields'], sent: Row[]): Map<string, string> {
  const faults = new Map<string, string>()
  for (const [name, message] of Object.entries(fields)) {
    const key = sent[Number(/^operations\.(\d+)\./.exec(name)?.[1] ?? '-1')]?.key
    if (key !== undefined && !faults.has(key)) faults.set(key, message)
  }
  return faults
}

/** Without repeating what stands beside the fields. */
function summary({ message, fields }: Refused): string {
  const count = Object.keys(fields).length
  if (fields.operations) return fields.operations
  return count > 1 ? `Nothing was saved: ${count} things are to be mended above.` : message
}
