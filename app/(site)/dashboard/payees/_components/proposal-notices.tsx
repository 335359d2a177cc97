import { useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { Proposals } from '@/lib/shop/sellers/payments/propose'
import { CopyId } from '@/lib/site/ui/copy-id'
import { Notice } from '@/lib/site/ui/notice'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { cancelProposal } from '../../_actions/shop-actions'
import { ActForm } from '../../_components/act-form'
import { ApproveForm } from './proposal-forms'

/** Changes that wait for another owner's signature. */
export function ProposalNotices({ proposals }: Pick<Proposals, 'proposals'>) {
  const t = useTranslations('shopPages.payees')
  const tForms = useTranslations('sellerForms.proposals')
  return proposals.map(({ proposalId, network, before, address, wallet, isYours, expiresAt }) => {
    const copy = (value: string) => <CopyId value={value} name={t('name')} />
    return (
      <Notice
        key={proposalId}
        tone="waiting"
        title={address === null ? t('endProposed') : t('proposed', { network: networkName(network) })}
      >
        {address !== null && (
          <p>
            {t.rich('beforeAfter', { before: () => (before ? copy(before) : t('none')), after: () => copy(address) })}
          </p>
        )}
        <p>{t.rich('proposedBy', { wallet: () => copy(wallet), at: () => <Timestamp at={expiresAt} /> })}</p>
        {isYours ? <p>{t('waitsForOther')}</p> : <ApproveForm proposalId={proposalId} />}
        <ActForm action={cancelProposal} fields={{ proposalId }} label={tForms('cancel')} />
      </Notice>
    )
  })
}
