'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Form } from '@/app/(site)/_components/form'
import { emptyForm, type FormState, refusedForm, textIn } from '@/app/(site)/dashboard/_server/form-state'
import { type DocumentInWords, readApiDocument } from '@/app/(site)/dashboard/_server/forms'
import type { GatewayView } from '@/lib/shop/sellers/gateways/gateways'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import { Button } from '@/lib/site/ui/button'
import { TextAreaField, TextField } from '@/lib/site/ui/fields'
import { FileChoice } from '../../_components/file-choice'
import { mergeRows, type OperationRow, rowsOf, ruleRow } from './gateway-rows'
import { SellForm } from './sell-form'

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
