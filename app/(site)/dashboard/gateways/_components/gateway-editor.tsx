'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { GatewayView } from '@/lib/shop/sellers/gateways/gateways'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import { Button } from '@/lib/site/ui/button'
import type { DocumentInWords } from '../../_server/read-document-in-words'
import { DocumentSource } from './document-source'
import { mergeRows, type Row, rowsOf, ruleRow } from './gateway-rows'
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
  if (isAdding) {
    return (
      <div className="grid gap-8">
        <DocumentSource gatewayId={gateway?.gatewayId ?? null} read={take} />
        {gateway === null && (
          <p className="grid max-w-measure justify-items-start gap-2 border-t border-rule pt-8">
            <span>{t('document.none')}</span>
            <Button onClick={sellByRule}>{t('document.goOn')}</Button>
          </p>
        )}
      </div>
    )
  }
  return (
    <div className="grid gap-8">
      {gateway && <Differences rows={rows} hasRead={found !== null} readAgain={() => setAdding(true)} />}
      {found && <Unread rows={rows} unread={found.unread} />}
      <SellForm
        {...{ gateway, handle, networks, rows }}
        suggested={{ title: found?.title ?? '', serverUrl: found?.serverUrl ?? '' }}
        change={(key, to) => setRows((all) => all.map((row) => (row.key === key ? { ...row, ...to } : row)))}
      />
    </div>
  )
}

function Unread({ rows, unread }: { rows: Row[]; unread: string[] }) {
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

type DifferencesProps = { rows: Row[]; hasRead: boolean; readAgain: () => void }

function Differences({ rows, hasRead, readAgain }: DifferencesProps) {
  const t = useTranslations('gatewayForms')
  const count = (change: Row['change']) => rows.filter((row) => row.change === change).length
  const found = { fresh: count('new'), changed: count('changed'), gone: count('gone') }
  return (
    <div className="grid justify-items-start gap-2">
      <h2 className="text-title font-strong">{t('change.title')}</h2>
      {hasRead && <p role="status">{t('change.found', found)}</p>}
      <Button onClick={readAgain}>{t('document.readAgain')}</Button>
    </div>
  )
}
