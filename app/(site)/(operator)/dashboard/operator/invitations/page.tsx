import type { Metadata } from 'next'
import { application } from '@/lib/compose/application'
import { Badge, type BadgeState } from '@/lib/ui/badge'
import { CopyId } from '@/lib/ui/copy-id'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { Timestamp } from '@/lib/ui/timestamp'
import { InvitationForm } from '../_components/invitation-form'
import { WithdrawForm } from '../_components/withdraw-form'
import { type InvitationView, readInvitations } from '../_server/operator-reads'

export const metadata: Metadata = { title: 'Invitations', robots: { index: false } }

type Props = { searchParams: Promise<{ after?: string | string[] }> }

const signUps = {
  open: 'Anybody may open a shop here, so nobody needs an invitation. SELLER_SIGN_UP=invited changes that.',
  invited: 'Only whom you invite may open a shop here. One invitation opens one shop.',
  closed: 'Nobody but operators may open a shop here, invited or not. SELLER_SIGN_UP=invited changes that.',
}

export default async function InvitationsPage({ searchParams }: Props) {
  const { after } = await searchParams
  const { invitations, nextCursor } = await readInvitations(typeof after === 'string' ? { cursor: after } : {})
  const { env } = await application()
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Invitations</h1>
        <p>{signUps[env.sellerSignUp]}</p>
      </header>
      {invitations.length > 0 ? (
        <DataTable
          caption="Invitations"
          isCaptionHidden
          columns={columns}
          rows={invitations}
          rowKey={({ invitationId }) => invitationId}
        />
      ) : (
        <EmptyState title="No invitations yet">
          <p>Make one below, and send its link to whom it is for.</p>
        </EmptyState>
      )}
      {nextCursor && <Link href={`/dashboard/operator/invitations?after=${nextCursor}`}>Older invitations</Link>}
      <InvitationForm />
    </div>
  )
}

const states: Record<InvitationView['state'], { badge: BadgeState; label: string }> = {
  open: { badge: 'waiting', label: 'Open' },
  used: { badge: 'settled', label: 'Used' },
  withdrawn: { badge: 'neutral', label: 'Withdrawn' },
  expired: { badge: 'neutral', label: 'Expired' },
}

const columns: Column<InvitationView>[] = [
  { title: 'For', cell: ({ note }) => note },
  { title: 'State', cell: ({ state }) => <Badge state={states[state].badge}>{states[state].label}</Badge> },
  {
    title: 'Shop',
    cell: ({ handle }) => (handle ? <Link href={`/dashboard/operator/shops/${handle}`}>{handle}</Link> : 'None'),
  },
  { title: 'Wallet', cell: ({ wallet }) => (wallet ? <CopyId value={wallet} name="wallet" /> : 'Any') },
  { title: 'Ends in', cell: ({ ending }) => <span className="figures whitespace-nowrap">…{ending}</span> },
  { title: 'Expires', cell: ({ expiresAt }) => <Timestamp at={expiresAt} /> },
  {
    title: 'Take it back',
    cell: ({ state, invitationId, note }) =>
      state === 'open' ? <WithdrawForm invitationId={invitationId} note={note} /> : null,
  },
]
