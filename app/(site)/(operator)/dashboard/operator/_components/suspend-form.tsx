'use client'

import { useTranslations } from 'next-intl'
import { FormOutcome } from '@/app/(site)/dashboard/_components/form-end'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import type { ShopView } from '@/lib/shop/sellers/operating/shops'
import { Button } from '@/lib/site/ui/button'
import { CheckboxField, TextField } from '@/lib/site/ui/fields'
import { Notice } from '@/lib/site/ui/notice'
import { changeSuspension } from '../_server/operator-forms'

export function SuspendForm({ handle, suspension }: Pick<ShopView, 'handle' | 'suspension'>) {
  const t = useTranslations('operatorForms.suspend')
  const { state, isSending, posted, control, formProps } = useSentForm(changeSuspension)
  return (
    <form {...formProps} className="grid max-w-measure content-start gap-4">
      <input type="hidden" name="handle" value={handle} />
      {suspension ? (
        <>
          <Notice tone="neutral" title={t('done')}>
            <p className="wrap-anywhere">{suspension.reason}</p>
            {suspension.isContentClosed && <p>{t('closed')}</p>}
          </Notice>
          <p>
            <Button type="submit" name="does" value="lift" isBusy={isSending}>
              {t('lift')}
            </Button>
          </p>
        </>
      ) : (
        <>
          <p className="text-quiet">{t('effect')}</p>
          <TextField
            {...control('reason')}
            id="reason"
            label={t('reason')}
            hint={t('reasonHint')}
            required
            maxLength={500}
            autoComplete="off"
          />
          <CheckboxField
            id="closed"
            name="isContentClosed"
            value="yes"
            label={t('close')}
            defaultChecked={posted.isContentClosed !== undefined}
          />
          <p>
            <Button type="submit" name="does" value="suspend" variant="danger" isBusy={isSending}>
              {t('send')}
            </Button>
          </p>
        </>
      )}
      <FormOutcome state={state} />
    </form>
  )
}
