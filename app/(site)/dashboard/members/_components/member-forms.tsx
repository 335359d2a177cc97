'use client'

import { useTranslations } from 'next-intl'
import { changeMember, inviteMember } from '@/app/(site)/dashboard/_actions/member-actions'
import { ConfirmInPlace } from '@/app/(site)/dashboard/_components/confirm-in-place'
import { ConfirmWithWallet } from '@/app/(site)/dashboard/_components/confirm-with-wallet'
import { FormEnd } from '@/app/(site)/dashboard/_components/form-end'
import { FormOutcome } from '@/app/(site)/dashboard/_components/form-outcome'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { type ShopRole, shopRoles } from '@/lib/shop/sellers/members/roles'
import { Button } from '@/lib/site/ui/button'
import { SelectField } from '@/lib/site/ui/select-field'
import { TextField } from '@/lib/site/ui/text-field'

function useRoles(): { value: string; label: string }[] {
  const t = useTranslations('sellerForms.members')
  return shopRoles.map((value) => ({ value, label: t(`roles.${value}`) }))
}

export function InviteForm() {
  const t = useTranslations('sellerForms.members')
  const roles = useRoles()
  const { state, isSending, control, formProps } = useSentForm(inviteMember)
  return (
    <form {...formProps} className="grid max-w-measure gap-6">
      <h2 className="text-title font-strong">{t('invite')}</h2>
      <TextField
        {...control('wallet')}
        label={t('wallet')}
        hint={t('walletHint')}
        isFigures
        required
        maxLength={150}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField {...control('role', 'editor')} label={t('role')} options={roles} />
      <FormEnd sent={{ state, isSending }} label={t('send')}>
        <ConfirmWithWallet confirmation={state.confirmation} />
      </FormEnd>
    </form>
  )
}

type ChangeMemberProps = {
  memberId: string
  role: ShopRole
  /** The first owner stays an owner until removed. */
  isFirst: boolean
}

export function ChangeMemberForm({ memberId, role, isFirst }: ChangeMemberProps) {
  const t = useTranslations('sellerForms.members')
  const roles = useRoles().filter(({ value }) => !isFirst && value !== role)
  const { state, isSending, control, formProps } = useSentForm(changeMember)
  return (
    <ConfirmInPlace label={t('change')} question={t('changeAbout')}>
      <form {...formProps} className="grid justify-items-start gap-4">
        <input type="hidden" name="memberId" value={memberId} />
        <SelectField
          {...control('role', '')}
          id={`role-${memberId}`}
          label={t('newRole')}
          options={[{ value: '', label: t('none') }, ...roles]}
        />
        <Button type="submit" variant="danger" isBusy={isSending}>
          {t('changeNow')}
        </Button>
        <ConfirmWithWallet confirmation={state.confirmation} />
        <FormOutcome state={state} />
      </form>
    </ConfirmInPlace>
  )
}
