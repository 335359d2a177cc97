'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Form } from '@/app/(site)/_components/form'
import { emptyForm, expectedIn, type FormState, refusedForm, textIn } from '@/app/(site)/dashboard/_server/form-state'
import { type DocumentInWords, readApiDocument, saveGateway } from '@/app/(site)/dashboard/_server/forms'
import type { GatewayView } from '@/lib/shop/sellers/gateways/gateways'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { CheckboxField, CheckboxGroup, TextAreaField, TextField } from '@/lib/site/ui/fields'
import { FileChoice } from '../../_components/file-choice'
import {
  fieldOf,
  hasControl,
  mergeRows,
  type OperationRow,
  operationsOf,
  readServiceForm,
  rowsOf,
  ruleRow,
  sentRows,
} from './gateway-rows'
import { OperationTable } from './operation-table'

type GatewayEditorProps = { gateway: GatewayView | null; handle: string; networks: SellableNetwork[] }

export function GatewayEditor({ gateway, handle, networks }: GatewayEditorProps) {
  const t = useTranslations('gatewayForms')
  const [rows, setRows] = useState(() => rowsOf(gateway))
  const [found, setFound] = useState<DocumentInWords | null>(null)
  const [isAdding, setAdding] = useState(gateway === null)

  const take = (reading: DocumentInWords) => {
    setRows((before) => mergeRows(before, reading.operations))
    setFound(reading)
    setAdding(false)
  }
  const sellByRule = () => {
    setRows((['GET', 'POST'] as const).map((method) => ruleRow(method, t('operations.anything', { method }))))
    setAdding(false)
  }
  return (
    <>
      {isAdding && (
        <div className="grid gap-8">
          <DocumentSource gatewayId={gateway?.gatewayId ?? null} read={take} />
          {gateway === null && (
            <p className="grid max-w-measure justify-items-start gap-2 border-t border-rule pt-8">
              <span>{t('document.none')}</span>
              <Button onClick={sellByRule}>{t('document.goOn')}</Button>
            </p>
          )}
        </div>
      )}
      {/* Its fields keep what is typed while the document is read again. */}
      {rows.length > 0 && (
        <div hidden={isAdding} className="grid gap-8">
          {gateway && <Differences rows={rows} hasRead={found !== null} readAgain={() => setAdding(true)} />}
          {found && <Unread rows={rows} unread={found.unread} />}
          <SellForm
            {...{ gateway, handle, networks, rows, found }}
            change={(row) => setRows((before) => before.map((each) => (each.key === row.key ? row : each)))}
          />
        </div>
      )}
    </>
  )
}

function Unread({ rows, unread }: { rows: OperationRow[]; unread: string[] }) {
  const t = useTranslations('gatewayForms.unread')
  const partly = rows.filter((row) => row.unread.length > 0).length
  const leftOut = rows.filter(({ access, change }) => access === 'left_out' && change !== 'gone').length
  const said = [
    ...(partly > 0 ? [t('partly', { count: partly })] : []),
    ...(leftOut > 0 ? [t('leftOut', { count: leftOut })] : []),
    ...unread,
  ]
  return (
    <div role="status" className="grid max-w-measure gap-2">
      <p>{t('read', { count: rows.length })}</p>
      {said.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5">
          {said.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

type DifferencesProps = { rows: OperationRow[]; hasRead: boolean; readAgain: () => void }

function Differences({ rows, hasRead, readAgain }: DifferencesProps) {
  const t = useTranslations('gatewayForms')
  const count = (change: OperationRow['change']) => rows.filter((row) => row.change === change).length
  const found = { fresh: count('new'), changed: count('changed'), gone: count('gone') }
  return (
    <div className="grid justify-items-start gap-2">
      <h2 className="text-title font-strong">{t('change.title')}</h2>
      {hasRead && <p role="status">{t('change.found', found)}</p>}
      <Button onClick={readAgain}>{t('document.readAgain')}</Button>
    </div>
  )
}

const USUAL_PRICE = '$0.01'

/** The limit of one request of a page, less the rest of its content. */
const MAXIMUM_CHARACTERS = 900_000

type DocumentSourceProps = {
  gatewayId: string | null
  read: (reading: DocumentInWords) => void
}

function DocumentSource({ gatewayId, read }: DocumentSourceProps) {
  const t = useTranslations('gatewayForms.document')
  const area = useRef<HTMLTextAreaElement>(null)
  /** The fields keep their own text: what was typed before the scripts came counts too. */
  const send = async (_state: FormState, form: FormData) => {
    const [url, text] = [textIn(form, 'url').trim(), textIn(form, 'text')]
    if (text.length > MAXIMUM_CHARACTERS)
      return refusedForm(form, { message: t('tooLong'), fields: { text: t('tooLong') } })
    const outcome = await readApiDocument({
      ...(text.trim() === '' ? { url } : { text }),
      ...(gatewayId && { gatewayId }),
    })
    if (!outcome.ok) {
      const { url: fault, ...others } = outcome.fields
      const [other = text.trim() === '' ? null : outcome.message] = Object.values(others)
      return refusedForm(form, { ...outcome, fields: other ? { text: other } : { url: fault ?? outcome.message } })
    }
    read(outcome.value)
    return emptyForm
  }
  return (
    <Form action={send} label={t('show')} busyLabel={t('reading')} className="grid max-w-measure gap-6">
      <TextField name="url" label={t('url')} hint={t('urlHint')} isFigures inputMode="url" maxLength={2048} />
      <TextAreaField
        ref={area}
        name="text"
        label={t('text')}
        hint={t('textHint')}
        isFigures
        rows={4}
        spellCheck={false}
      />
      <FileChoice
        label={t('fromFile')}
        isLink
        accept=".json,.yaml,.yml,application/json,application/yaml"
        onChoose={([file]) => void file?.text().then((text) => area.current && (area.current.value = text))}
      />
    </Form>
  )
}

type SellFormProps = GatewayEditorProps & {
  rows: OperationRow[]
  change: (row: OperationRow) => void
  /** The document, whose title and URL are suggested. */
  found: DocumentInWords | null
}

function SellForm({ gateway, handle, networks, rows, change, found }: SellFormProps) {
  const t = useTranslations('gatewayForms')
  const [commonPrice, setCommonPrice] = useState(USUAL_PRICE)
  const tests = networks.filter(({ isTest }) => isTest).map(({ id }) => id)
  return (
    <Form
      action={async (_state, form) => {
        const input = { ...readServiceForm(form, gateway), operations: operationsOf(rows, form) }
        const outcome = await saveGateway(gateway?.gatewayId ?? null, input, expectedIn(form))
        if (outcome.ok) return emptyForm
        return refusedForm(form, { ...outcome, fields: atControls(outcome.fields, sentRows(rows)) })
      }}
      version={gateway?.version ?? ''}
      label={gateway ? t('service.changes') : t('service.sell', { count: sentRows(rows).length })}
      busyLabel={t('service.saving')}
      nameOf={(path) => rows.find((row) => hasControl(row, path))?.key ?? null}
      className="grid gap-8"
    >
      <div className="grid max-w-measure gap-6">
        <TextField
          name="title"
          label={t('service.name')}
          required
          defaultValue={gateway?.title ?? found?.title ?? ''}
        />
        <TextField
          name="upstream.url"
          label={t('service.where')}
          hint={t('service.whereHint')}
          isFigures
          required
          inputMode="url"
          maxLength={2048}
          defaultValue={gateway?.upstream.url ?? found?.serverUrl ?? ''}
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
          defaultValue={USUAL_PRICE}
          onInput={({ currentTarget }) => setCommonPrice(currentTarget.value)}
        />
      </div>
      <OperationTable {...{ rows, change, commonPrice }} />
      <CheckboxField
        name="isListed"
        label={t('service.list')}
        defaultChecked={gateway ? rows.some(({ operation }) => operation.discovery?.isListed) : true}
      />
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
