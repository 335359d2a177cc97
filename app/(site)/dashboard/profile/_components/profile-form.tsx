'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { versionOf } from '@/app/(site)/dashboard/_server/form-state'
import { saveProfile } from '@/app/(site)/dashboard/_server/shop-actions'
import type { ShopProfile } from '@/lib/shop/sellers/storefront/profile'
import { Button } from '@/lib/site/ui/button'
import { CheckboxField, TextAreaField, TextField } from '@/lib/site/ui/fields'
import { FileChoice, sendImage } from '../../_components/file-choice'
import { FormEnd } from '../../_components/form-end'
import { linksAsText } from '../../_components/links-as-text'
import { useSentForm } from '../../_components/use-sent-form'

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
      <TextField {...control('name', profile.name)} label={t('name')} required />
      <TextAreaField {...control('about', profile.about)} label={t('about')} hint={t('aboutHint')} rows={5} />
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

type PictureChoiceProps = {
  /** The address of the present picture, such as `image:018f…`; empty without one. */
  address: string
  error: string | undefined
  /** The percentage sent of a new one; null without an upload. */
  percent: number | null
  onPercent: (percent: number | null) => void
}

/** The shop's picture: chosen, uploaded at once, and public when the form is saved. */
function PictureChoice({ address: before, error, percent, onPercent }: PictureChoiceProps) {
  const t = useTranslations('sellerForms.profile')
  const tImage = useTranslations('routeForms')
  const [address, setAddress] = useState(before)
  const [fault, setFault] = useState('')

  const choose = async (file: File) => {
    setFault('')
    onPercent(0)
    const sent = await sendImage(tImage, file, onPercent)
    onPercent(null)
    if (sent.ok) setAddress(sent.address)
    else setFault(sent.message)
  }

  const said =
    percent !== null ? t('uploading', { percent }) : address !== '' && address !== before ? t('uploaded') : ''
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-strong">{t('picture')}</legend>
      <p className="text-small text-quiet">{t('pictureHint')}</p>
      <input type="hidden" name="picture" value={address} />
      {address !== '' && (
        // oxlint-disable-next-line nextjs/no-img-element -- Only its owner may see it at this address.
        <img
          src={`/api/dashboard/images/${address.slice('image:'.length)}`}
          alt=""
          className="size-24 border border-rule object-cover"
        />
      )}
      <p className="flex flex-wrap gap-3">
        <FileChoice
          label={t(address === '' ? 'choose' : 'change')}
          isBusy={percent !== null}
          onChoose={([file]) => file && void choose(file)}
        />
        {address !== '' && (
          <Button type="button" onClick={() => setAddress('')}>
            {t('drop')}
          </Button>
        )}
      </p>
      {before !== '' && (
        <noscript>
          <label className="flex min-h-11 items-center gap-2">
            <input type="checkbox" name="dropPicture" value="yes" className="size-5" /> {t('dropPicture')}
          </label>
        </noscript>
      )}
      <div className="text-small" aria-live="polite">
        {fault || error ? <p className="text-refused">{fault || error}</p> : said}
      </div>
    </fieldset>
  )
}
