'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { versionOf } from '@/app/(site)/dashboard/_actions/form-state'
import { saveProfile } from '@/app/(site)/dashboard/_actions/shop-actions'
import { FormEnd } from '@/app/(site)/dashboard/_components/form-end'
import { linksAsText } from '@/app/(site)/dashboard/_components/links-as-text'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import type { ShopProfile } from '@/lib/shop/sellers/storefront/profile'
import { CheckboxField } from '@/lib/site/ui/checkbox-field'
import { TextAreaField } from '@/lib/site/ui/text-area-field'
import { TextField } from '@/lib/site/ui/text-field'
import { PictureChoice } from './picture-choice'

type ProfileFormProps = { profile: ShopProfile; version: string }

export function ProfileForm({ profile, version }: ProfileFormProps) {
  const t = useTranslations('sellerForms.profile')
  const { state, isSending, posted, control, formProps } = useSentForm(saveProfile)
  const { fields } = state
  const [first] = useState(version)
  const [percent, setPercent] = useState<number | null>(null)
  return (
    <form {...formProps} className="grid max-w-measure gap-6">
      <input type="hidden" name="version" value={versionOf(state, first)} />
      <TextField {...control('name', profile.name)} label={t('name')} required maxLength={80} />
      <TextAreaField
        {...control('about', profile.about)}
        label={t('about')}
        hint={t('aboutHint')}
        rows={5}
        maxLength={600}
      />
      <TextAreaField
        {...control('links', linksAsText(profile.links))}
        label={t('links')}
        hint={t('linksHint')}
        rows={3}
        isFigures
      />
      <PictureChoice
        address={posted.picture?.[0] ?? profile.picture ?? ''}
        error={fields.picture}
        percent={percent}
        onPercent={setPercent}
      />
      <CheckboxField
        id="takesBudgets"
        name="takesBudgets"
        defaultChecked={posted.name ? posted.takesBudgets !== undefined : profile.takesBudgets}
        label={
          <>
            {t('takesBudgets')}
            <span className="block text-small text-quiet">{t('takesBudgetsHint')}</span>
          </>
        }
      />
      <FormEnd sent={{ state, isSending: isSending || percent !== null }} label={t('save')} />
    </form>
  )
}
