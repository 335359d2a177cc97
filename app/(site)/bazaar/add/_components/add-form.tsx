'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Form } from '@/app/(site)/_components/form'
import { Badge } from '@/lib/site/ui/badge'
import { Button } from '@/lib/site/ui/button'
import { SelectField, TextField } from '@/lib/site/ui/fields'
import { addService } from '../../_server/add-service'
import type { ShownCheck } from '../../_server/check-in-words'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value }))

/** A URL, the bazaar's findings there, and the button that lists it. */
export function AddForm() {
  const t = useTranslations('bazaarAdd')
  const [isListable, setListable] = useState(false)
  return (
    <Form
      action={addService}
      label={t('check')}
      busyLabel={t('asking')}
      variant={isListable ? 'plain' : 'primary'}
      onAnswer={({ checks }) => setListable(canBeListed(checks))}
      after={({ checks }) => (
        <>
          {canBeListed(checks) && (
            <p>
              <Button type="submit" name="act" value="list" variant="primary">
                {t('list')}
              </Button>
            </p>
          )}
          {checks && checks.length > 0 && <CheckList checks={checks} />}
        </>
      )}
      className="grid max-w-measure gap-4"
    >
      <TextField
        name="url"
        label={t('url')}
        type="url"
        inputMode="url"
        placeholder="https://"
        required
        maxLength={2_048}
        autoComplete="off"
        isFigures
        hint={t('urlHint')}
      />
      <SelectField name="method" label={t('method')} options={methods} />
    </Form>
  )
}

/** Also where it must be tried again, without checks. */
const canBeListed = (checks: ShownCheck[] | undefined): boolean =>
  checks?.every(({ level, isPassed }) => isPassed || level !== 'required') ?? false

function CheckList({ checks }: { checks: ShownCheck[] }) {
  const t = useTranslations('bazaarAdd.checks')
  const ranked = [...checks].sort((a, b) => rank(a) - rank(b))
  return (
    <ul aria-label={t('label')} className="border-t border-rule">
      {ranked.map((check) => (
        <li
          key={check.id}
          className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-4 border-b border-rule py-3"
        >
          <Mark check={check} />
          <div className="grid min-w-0 gap-1">
            <p className="font-strong">{check.title}</p>
            {check.advice !== '' && <p className="text-small wrap-anywhere text-quiet">{check.advice}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

const rank = ({ level, isPassed }: ShownCheck): number => (isPassed ? 2 : level === 'required' ? 0 : 1)

function Mark({ check: { level, isPassed } }: { check: ShownCheck }) {
  const t = useTranslations('bazaarAdd.checks')
  const state = isPassed ? 'settled' : level === 'required' ? 'refused' : 'waiting'
  const word = t(isPassed ? 'passes' : level === 'required' ? 'needed' : 'better')
  return (
    <span>
      <Badge state={state}>{word}</Badge>
    </span>
  )
}
