'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useTransition } from 'react'
import { Button } from '@/lib/site/ui/button'
import { TextAreaField } from '@/lib/site/ui/text-area-field'
import { TextField } from '@/lib/site/ui/text-field'
import { readApiDocument } from '../../_actions/gateway-actions'
import { focusFault } from '../../_components/focus-fault'
import type { DocumentInWords } from '../../_server/read-document-in-words'
import { useNoAnswer } from './use-no-answer'

/** The limit of one request of a page, less the rest of its content. */
const MAXIMUM_CHARACTERS = 900_000

type DocumentSourceProps = {
  gatewayId: string | null
  read: (reading: DocumentInWords) => void
}

export function DocumentSource({ gatewayId, read }: DocumentSourceProps) {
  const t = useTranslations('gatewayForms.document')
  const tellNoAnswer = useNoAnswer()
  const [url, setUrl] = useState('')
  const [text, setText] = useState('')
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [isReading, startReading] = useTransition()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (Object.keys(faults).length > 0) focusFault(form.current)
  }, [faults])

  const submit = () =>
    startReading(async () => {
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
        submit()
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
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={faults.url}
      />
      <TextAreaField
        id="document-text"
        label={t('text')}
        hint={t('textHint')}
        isFigures
        rows={4}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
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
            onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
          />
        </label>
      </div>
    </form>
  )
}
