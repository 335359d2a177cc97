'use client'

import { useTranslations } from 'next-intl'
import { approveProposal, setTwoPerson } from '@/app/(site)/dashboard/_actions/shop-actions'
import { ConfirmWithWallet } from '@/app/(site)/dashboard/_components/confirm-with-wallet'
import { FormOutcome } from '@/app/(site)/dashboard/_components/form-outcome'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { Button } from '@/lib/site/ui/button'

/** Signs a proposed change, which makes it. */
export function ApproveForm({ proposalId }: { proposalId: string }) {
  const t = useTranslations('sellerForms.proposals')
  const { state, isSending, formProps } = useSentForm(approveProposal)
  return (
    <form {...formProps} className="grid justify-items-start gap-4">
      <input type="hidden" name="proposalId" value={proposalId} />
      <Button type="submit" variant="primary" isBusy={isSending}>
        {t('approve')}
      </Button>
      <ConfirmWithWallet confirmation={state.confirmation} />
      <FormOutcome state={state} />
    </form>
  )
}

export function TwoPersonForm({ isOn }: { isOn: boolean }) {
  const t = useTranslations('sellerForms.proposals')
  const { state, isSending, formProps } = useSentForm(setTwoPerson)
  return (
    <form {...formProps} className="grid max-w-measure justify-items-start gap-4">
      <h2 className="text-title font-strong">{t('title')}</h2>
      <p>{t(isOn ? 'on' : 'off')}</p>
      <input type="hidden" name="isOn" value={isOn ? 'no' : 'yes'} />
      <Button type="submit" isBusy={isSending}>
        {t(isOn ? 'switchOff' : 'switchOn')}
      </Button>
      <ConfirmWithWallet confirmation={state.confirmation} />
      <FormOutcome state={state} />
    </form>
  )
}
