import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { titled, unindexed } from '@/app/_site/titled'
import { ActForm } from '@/app/(site)/dashboard/_components/act-form'
import type { InvitationView } from '@/lib/shop/sellers/invitations/list-invitations'
import { running } from '@/lib/site/compose/running'
import type { Translate } from '@/lib/site/messages/translate'
import { Badge, type BadgeState } from '@/lib/site/ui/badge'
import { CopyId } from '@/lib/site/ui/copy-id'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { withdraw } from '../_actions/operator-forms'
import { InvitationForm } from '../_components/invitation-form'
import { readInvitations } from '../_server/operator-reads'

export const generateMetadata = titled('operator.invitations.title', unindexed)

export default async function InvitationsPage({ searchParams }: PageProps<'/dashboard/operator/invitations'>) {
  const { after } = await searchParams
  const { invitations, nextCursor } = await readInvitations(typeof after === 'string' ? { cursor: after } : {})
  const { env } = running('site')
  const t = await getTranslations('operator')
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('invitations.title')}</h1>
        <p>{t(`invitations.signUp.${env.sellerSignUp}`)}</p>
      </header>
      <DataTable
        caption={t('invitations.title')}
        isCaptionHidden
        columns={columns(t)}
        rows={invitations}
        rowKey={({ invitationId }) => invitationId}
        empty={<EmptyState title={t('invitations.none.title')} about={t('invitations.none.about')} />}
      />
      {nextCursor && <Link href={`/dashboard/operator/invitations?after=${nextCursor}`}>{t('invitations.older')}</Link>}
      <InvitationForm />
    </div>
  )
}

function Withdraw({ invitationId, note }: Pick<InvitationView, 'invitationId' | 'note'>) {
  const t = useTranslations('operatorForms')
  const label = t.rich('withdraw', { note, hidden: (words) => <span className="sr-only">{words}</span> })
  return <ActForm action={withdraw} fields={{ invitationId }} variant="danger" label={label} />
}

const states: Record<InvitationView['state'], BadgeState> = {
  open: 'waiting',
  used: 'settled',
  withdrawn: 'neutral',
  expired: 'neutral',
}

const columns = (t: Translate<'operator'>): Column<InvitationView>[] => [
  { title: t('invitations.for'), cell: ({ note }) => note },
  {
    title: t('invitations.state'),
    cell: ({ state }) => <Badge state={states[state]}>{t(`invitations.${state}`)}</Badge>,
  },
  {
    title: t('invitations.shop'),
    cell: ({ handle }) =>
      handle ? <Link href={`/dashboard/operator/shops/${handle}`}>{handle}</Link> : t('invitations.noShop'),
  },
  {
    title: t('invitations.wallet'),
    cell: ({ wallet }) =>
      wallet ? <CopyId value={wallet} name={t('invitations.walletName')} /> : t('invitations.anyWallet'),
  },
  {
    title: t('invitations.endsIn'),
    cell: ({ ending }) => <span className="figures whitespace-nowrap">…{ending}</span>,
  },
  { title: t('invitations.expires'), cell: ({ expiresAt }) => <Timestamp at={expiresAt} /> },
  {
    title: t('invitations.takeBack'),
    cell: ({ state, invitationId, note }) => (state === 'open' ? <Withdraw {...{ invitationId, note }} /> : null),
  },
]
