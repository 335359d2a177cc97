'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { ShopProfile } from '@/lib/shop/sellers/storefront/profile-input'
import { Button } from '@/lib/site/ui/button'
import { TextAreaField } from '@/lib/site/ui/text-area-field'
import { TextField } from '@/lib/site/ui/text-field'
import { errorOf } from '../_actions/form-state'
import { saveProfile } from '../_actions/shop-actions'
import { FormOutcome } from './form-outcome'
import { linksAsText } from './links-as-text'
import { PictureChoice } from './picture-choice'
import { useSentForm } from './use-sent-form'

export function ProfileForm({ profile }: { profile: ShopProfile }) {
  const t = useTranslations('sellerForms.profile')
  const { state, isSending, posted, formProps } = useSentForm(saveProfile)
  const { fields } = state
  const [percent, setPercent] = useState<number | null>(null)
  return (
    <form {...formProps} className="grid max-w-measure gap-6">
      <TextField
        id="name"
        name="name"
        label={t('name')}
        required
        maxLength={80}
        defaultValue={posted.name?.[0] ?? profile.name}
        error={fields.name}
      />
      <TextAreaField
        id="about"
        name="about"
        label={t('about')}
        hint={t('aboutHint')}
        rows={5}
        maxLength={600}
        defaultValue={posted.about?.[0] ?? profile.about}
        error={fields.about}
      />
      <TextAreaField
        id="links"
        name="links"
        label={t('links')}
        hint={t('linksHint')}
        rows={3}
        isFigures
        defaultValue={posted.links?.[0] ?? linksAsText(profile.links)}
        error={errorOf(fields, 'links')}
      />
      <PictureChoice
        address={posted.picture?.[0] ?? profile.picture ?? ''}
        error={fields.picture}
        percent={percent}
        onPercent={setPercent}
      />
      <p>
        <Button type="submit" variant="primary" isBusy={isSending || percent !== null}>
          {t('save')}
        </Button>
      </p>
      <FormOutcome state={state} />
    </form>
  )
}
