'use client'

import { useTranslations } from 'next-intl'
import { duplicate } from '@/app/(site)/dashboard/_actions/route-actions'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { Button } from '@/lib/site/ui/button'
import { TextField } from '@/lib/site/ui/text-field'
import { copyPath } from './copy-path'

export function DuplicateForm({ routeId, path }: { routeId: string; path: string }) {
  const t = useTranslations('routeForms.copy')
  const { state, isSending, posted, formProps } = useSentForm(duplicate)
  return (
    <form {...formProps} className="grid max-w-measure gap-4">
      <h2 className="text-title font-strong">{t('title')}</h2>
      <input type="hidden" name="routeId" value={routeId} />
      <TextField
        id="copy-path"
        name="path"
        label={t('path')}
        isFigures
        required
        defaultValue={posted.path?.[0] ?? copyPath(path)}
        error={state.fields.path ?? (state.message || undefined)}
      />
      <p>
        <Button type="submit" isBusy={isSending}>
          {t('make')}
        </Button>
      </p>
    </form>
  )
}
