'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { use, useState } from 'react'
import { Form } from '@/app/(site)/_components/form'
import { saveProfile } from '@/app/(site)/dashboard/_server/forms'
import type { ShopProfile } from '@/lib/shop/sellers/storefront/profile'
import { Button } from '@/lib/site/ui/button'
import { CheckboxField, FormContext, TextAreaField, TextField } from '@/lib/site/ui/fields'
import { FileChoice, sendImage } from '../../_components/file-choice'
import { linksAsText } from '../../_components/links-as-text'

type ProfileFormProps = { profile: ShopProfile; version: string }

export function ProfileForm({ profile, version }: ProfileFormProps) {
  const t = useTranslations('sellerForms.profile')
  const [percent, setPercent] = useState<number | null>(null)
  const invoice = (name: keyof NonNullable<ShopProfile['invoice']>) => ({
    name: `invoice.${name}`,
    defaultValue: profile.invoice?.[name],
    label: t(`invoice.${name}`),
  })
  return (
    <Form
      action={saveProfile}
      version={version}
      label={t('save')}
      isBusy={percent !== null}
      className="grid max-w-measure gap-6"
    >
      <TextField name="name" defaultValue={profile.name} label={t('name')} required />
      <TextAreaField name="about" defaultValue={profile.about} label={t('about')} hint={t('aboutHint')} rows={5} />
      <TextAreaField
        name="links"
        defaultValue={linksAsText(profile.links)}
        label={t('links')}
        hint={t('linksHint')}
        rows={3}
        isFigures
      />
      <PictureChoice stored={profile.picture ?? ''} percent={percent} onPercent={setPercent} />
      <CheckboxField
        name="takesBudgets"
        defaultChecked={profile.takesBudgets}
        label={
          <>
            {t('takesBudgets')}
            <span className="block text-small text-quiet">{t('takesBudgetsHint')}</span>
          </>
        }
      />
      <fieldset className="grid gap-4">
        <legend className="mb-1 font-strong">{t('invoice.title')}</legend>
        <p className="text-small text-quiet">{t('invoice.about')}</p>
        <TextField {...invoice('name')} />
        <TextAreaField {...invoice('address')} rows={4} />
        <TextField {...invoice('contact')} />
        <TextField {...invoice('tax')} hint={t('invoice.taxHint')} />
        <TextField {...invoice('taxPercent')} hint={t('invoice.taxPercentHint')} inputMode="decimal" />
      </fieldset>
    </Form>
  )
}

type PictureChoiceProps = {
  /** The address of the present picture, such as `image:018f…`; empty without one. */
  stored: string
  /** The percentage sent of a new one; null without an upload. */
  percent: number | null
  onPercent: (percent: number | null) => void
}

/** The shop's picture: chosen, uploaded at once, and public when the form is saved. */
function PictureChoice({ stored, percent, onPercent }: PictureChoiceProps) {
  const { values, fields } = use(FormContext)
  const before = values.picture?.[0] ?? stored
  const t = useTranslations('sellerForms.profile')
  const tImage = useTranslations('routeForms')
  const [address, setAddress] = useState(before)
  const { mutate: choose, data: sent } = useMutation({
    mutationFn: (file: File) => sendImage(tImage, file, onPercent),
    onMutate: () => onPercent(0),
    onSuccess: (answer) => answer.ok && setAddress(answer.address),
    onSettled: () => onPercent(null),
  })
  const fault = sent?.ok === false ? sent.message : fields.picture
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
          onChoose={([file]) => file && choose(file)}
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
        {fault ? <p className="text-refused">{fault}</p> : said}
      </div>
    </fieldset>
  )
}
