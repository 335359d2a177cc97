'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import type { Translate } from '@/lib/site/messages/translate'
import { Badge } from '@/lib/site/ui/badge'
import { Button } from '@/lib/site/ui/button'
import { SelectField, TextField } from '@/lib/site/ui/fields'
import { Notice } from '@/lib/site/ui/notice'
import { addService } from '../../_server/add-service'
import type { ShownCheck } from '../../_server/check-in-words'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value }))

/** A URL, the bazaar's findings there, and the button that lists it. Works without scripts. */
export function AddForm() {
  const t = useTranslations('bazaarAdd')
  const [state, send, isPending] = useActionState(addService, null)
  const { checks = [], isListable = false, rejection = null } = state ?? {}
  return (
    <div className="grid gap-8">
      <form action={send} className="grid max-w-measure gap-4" key={`${state?.url} ${state?.method}`}>
        <TextField
          id="url"
          name="url"
          label={t('url')}
          type="url"
          inputMode="url"
          placeholder="https://"
          defaultValue={state?.url ?? ''}
          required
          maxLength={2_048}
          autoComplete="off"
          // The answer fills the form again; text typed in between would be lost.
          readOnly={isPending}
          isFigures
          hint={t('urlHint')}
          {...(state?.fault && { error: state.fault })}
        />
        <SelectField
          id="method"
          name="method"
          label={t('method')}
          options={methods}
          defaultValue={state?.method ?? 'GET'}
        />
        <p className="flex flex-wrap gap-4">
          <Button type="submit" name="act" value="check" variant={isListable ? 'plain' : 'primary'} isBusy={isPending}>
            {t(checks.length > 0 ? 'checkAgain' : 'check')}
          </Button>
          {isListable && (
            <Button type="submit" name="act" value="list" variant="primary" isBusy={isPending}>
              {t('list')}
            </Button>
          )}
        </p>
      </form>
      <p role="status" className="min-h-6 text-small text-quiet">
        {isPending ? t('asking') : progressOf(t, checks, isListable)}
      </p>
      {rejection !== null && (
        <Notice tone="refused" title={t('notListed')} announce="assertive">
          <p>{rejection}</p>
        </Notice>
      )}
      {checks.length > 0 && <CheckList checks={checks} />}
    </div>
  )
}

function progressOf(
  t: Translate<'bazaarAdd'>,
  checks: { level: string; isPassed: boolean }[],
  isListable: boolean,
): string {
  if (checks.length === 0) return ''
  if (isListable) return t('listable')
  const missing = checks.filter(({ level, isPassed }) => level === 'required' && !isPassed).length
  return t('missing', { count: missing })
}

function CheckList({ checks }: { checks: ShownCheck[] }) {
  const t = useTranslations('bazaarAdd.checks')
  const ranked = [...checks].sort((a, b) => rank(a) - rank(b))
  return (
    <ul aria-label={t('label')} className="max-w-measure border-t border-rule">
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
