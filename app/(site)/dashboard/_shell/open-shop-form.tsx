'use client'

import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Button } from '@/lib/site/ui/button'
import { TextField } from '@/lib/site/ui/text-field'
import { openShop } from '../_actions/shop-actions'
import { FormOutcome } from '../_components/form-outcome'
import { useSentForm } from '../_components/use-sent-form'

/** An invitation link carries its code, so that no one has to type it. */
export function OpenShopForm({ isInvitationNeeded }: { isInvitationNeeded: boolean }) {
  const t = useTranslations('sellerForms.openShop')
  const invitation = useSearchParams().get('invitation')
  const { state, isSending, control, formProps } = useSentForm(openShop)
  return (
    <form {...formProps} className="grid max-w-measure gap-6">
      <header className="grid gap-2">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p>{t('about')}</p>
        {isInvitationNeeded && !invitation && <p className="text-quiet">{t('byInvitation')}</p>}
      </header>
      <TextField {...control('name')} label={t('name')} hint={t('nameHint')} required maxLength={80} />
      <TextField
        {...control('handle')}
        label={t('handle')}
        hint={t('handleHint')}
        autoCapitalize="none"
        spellCheck={false}
        isFigures
        required
        minLength={2}
        maxLength={32}
      />
      {isInvitationNeeded && (
        <TextField
          {...control('invitation', invitation ?? undefined)}
          label={t('invitation')}
          hint={t('invitationHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          isFigures
          required
          maxLength={100}
        />
      )}
      <p>
        <Button type="submit" variant="primary" isBusy={isSending}>
          {t('send')}
        </Button>
      </p>
      <FormOutcome state={state} />
    </form>
  )
}
