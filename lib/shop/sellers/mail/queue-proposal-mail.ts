import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { networkName } from '@/lib/base/x402/networks'
import type { SellersContext } from '../ports'
import { mailTexts } from './mail-texts'
import { queueMail } from './queue-mail'

type Proposal = {
  sellerId: string
  proposalId: string
  network: string
  address: string | null
  wallet: string
  at: Date
}

/** Tells a shop that asked for it by e-mail that a change waits for a second owner. */
export async function queueProposalMail(
  { mail, publicOrigin }: Pick<SellersContext, 'mail' | 'publicOrigin'>,
  transaction: DatabaseTransaction,
  { sellerId, proposalId, network, address, wallet, at }: Proposal,
): Promise<void> {
  if (!mail) return
  const mailbox = await transaction.mailbox.findUnique({
    where: { sellerId, confirmedAt: { not: null }, events: { has: 'payee.proposed' } },
  })
  if (!mailbox) return
  const { address: to, language } = mailbox
  const t = mailTexts(language)
  const what =
    address === null ? t('proposed.oneOwner') : t('proposed.address', { network: networkName(network), address })
  const link = { label: t('proposed.link'), href: `${publicOrigin}/dashboard/payees` }
  const content = { language, subject: t('proposed.subject'), lines: [what, t('proposed.by', { wallet })], link }
  const eventId = `payee.proposed ${proposalId}`
  await queueMail(transaction, [{ sellerId, address: to, kind: 'payee.proposed', eventId, content }], at)
}
