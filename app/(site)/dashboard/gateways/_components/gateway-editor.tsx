'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useTransition } from 'react'
import { focusFault } from '@/app/(site)/_components/form'
import { readApiDocument } from '@/app/(site)/dashboard/_server/forms'
import type { GatewayView } from '@/lib/shop/sellers/gateways/gateways'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import { Button } from '@/lib/site/ui/button'
import { TextAreaField, TextField } from '@/lib/site/ui/fields'
import type { DocumentInWords } from '../../_server/document-in-words'
import { mergeRows, type OperationRow, rowsOf, ruleRow } from './gateway-rows'
import { SellForm, useNoAnswer } from './sell-form'

type GatewayEditorProps = { gateway: GatewayView | null; handle: string; networks: SellableNetwork[] }

export function GatewayEditor({ gateway, handle, networks }: GatewayEditorProps) {
  const t = useTranslations('gatewayForms')
  const [rows, setRows] = useState(() => rowsOf(gateway))
  const [found, setFound] = useState<Pick<DocumentInWords, 'title' | 'serverUrl' | 'unread'> | null>(null)
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
            {...{ gateway, handle, networks, rows }}
            suggested={{ title: found?.title ?? '', serverUrl: found?.serverUrl ?? '' }}
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

/** The limit of one request of a page, less the rest of its content. */
const MAXIMUM_CHARACTERS = 900_000

type DocumentSourceProps = {
  gatewayId: string | null
  read: (reading: DocumentInWords) => void
}

function DocumentSource({ gatewayId, read }: DocumentSourceProps) {
  const t = useTranslations('gatewayForms.document')
  const tellNoAnswer = useNoAnswer()
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [isReading, startReading] = useTransition()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (Object.keys(faults).length > 0) focusFault(form.current)
  }, [faults])

  /** The fields keep their own text: what was typed before the scripts came counts too. */
  const submit = (fields: FormData) =>
    startReading(async () => {
      const [url, text] = [String(fields.get('url')), String(fields.get('text'))]
      if (text.length > MAXIMUM_CHARACTERS) return setFaults({ document: t('tooLong') })
      const source = text.trim() === '' ? { url: url.trim() } : { text }
      try {
        const outcome = await readApiDocument({ ...source, ...(gatewayId && { gatewayId }) })
        if (outcome.ok) read(outcome.value)
        setFaults(outcome.ok ? {} : Object.keys(outcome.fields).length > 0 ? outcome.fields : { url: outcome.message })
      } catch (error) {
        setFaults({ url: tellNoAnswer(error) })
      }
    })

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
      className="grid max-w-measure gap-6"
    >
      <TextField
        id="document-url"
        label={t('url')}
        hint={t('urlHint')}
        isFigures
        inputMode="url"
        maxLength={2048}
        name="url"
        onInput={() => setFaults({})}
        error={faults.url}
      />
      <TextAreaField
        id="document-text"
        label={t('text')}
        hint={t('textHint')}
        isFigures
        rows={4}
        spellCheck={false}
        name="text"
        onInput={() => setFaults({})}
        error={faults.document ?? faults.text ?? faults.input}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" isBusy={isReading}>
          {isReading ? t('reading') : t('show')}
        </Button>
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 underline">
          {t('fromFile')}
          <input
            type="file"
            accept=".json,.yaml,.yml,application/json,application/yaml"
            className="sr-only"
            onChange={({ target: { files, form } }) => {
              const field = form?.elements.namedItem('text')
              if (field instanceof HTMLTextAreaElement) void files?.[0]?.text().then((text) => (field.value = text))
            }}
          />
        </label>
      </div>
    </form>
  )
}
