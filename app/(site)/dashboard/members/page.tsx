import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import type { Members } from '@/lib/shop/sellers/members/list-members'
import type { Translate } from '@/lib/site/messages/translate'
import { CopyId } from '@/lib/site/ui/copy-id'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { leaveShop, withdrawMember } from '../_actions/member-actions'
import { ActForm } from '../_components/act-form'
import { ConfirmInPlace } from '../_components/confirm-in-place'
import { mayHere, openDashboard } from '../_server/dashboard'
import { readMembers } from '../_server/seller-reads'
import { ChangeMemberForm, InviteForm } from './_components/member-forms'

export const generateMetadata = titled('shopPages.members.title')

export default async function MembersPage() {
  const [{ members, invitations }, dashboard, mayChange, t] = await Promise.all([
    readMembers(),
    openDashboard(),
    mayHere('members:write'),
    getTranslations('shopPages'),
  ])
  const reader = dashboard?.actor.accountId ?? ''
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('members.title')}</h1>
        <p>{t('members.about')}</p>
        <ul className="list-disc ps-5">
          {(['owner', 'editor', 'accountant'] as const).map((role) => (
            <li key={role}>{t(`members.may.${role}`)}</li>
          ))}
        </ul>
      </header>
      <DataTable
        caption={t('members.title')}
        isCaptionHidden
        columns={memberColumns(t, reader, mayChange)}
        rows={members}
        rowKey={({ memberId }) => memberId}
      />
      {invitations.length > 0 && (
        <DataTable
          caption={t('members.invited')}
          columns={invitedColumns(t, mayChange)}
          rows={invitations}
          rowKey={({ invitationId }) => invitationId}
        />
      )}
      {mayChange && <InviteForm />}
      <LeaveForm />
    </div>
  )
}

function LeaveForm() {
  const t = useTranslations('sellerForms.members')
  return (
    <ConfirmInPlace label={t('leave')} question={t('leaveQuestion')}>
      <ActForm action={leaveShop} variant="danger" label={t('leaveNow')} />
    </ConfirmInPlace>
  )
}

const memberColumns = (
  t: Translate<'shopPages'>,
  reader: string,
  mayChange: boolean,
): Column<Members['members'][number]>[] => [
  {
    title: t('members.wallet'),
    cell: ({ address, memberId }) => (
      <span className="grid">
        {address ? <CopyId value={address} name={t('members.walletName')} /> : t('members.unknown')}
        {memberId === reader && <span className="text-small text-quiet">{t('members.you')}</span>}
      </span>
    ),
  },
  { title: t('members.role'), cell: ({ role }) => t(`members.roles.${role}`) },
  { title: t('members.since'), cell: ({ joinedAt }) => (joinedAt ? <Timestamp at={joinedAt} /> : t('members.first')) },
  ...(mayChange
    ? [
        {
          title: t('members.change'),
          cell: ({ memberId, role, joinedAt }: Members['members'][number]) =>
            memberId !== reader && <ChangeMemberForm memberId={memberId} role={role} isFirst={joinedAt === null} />,
        },
      ]
    : []),
]

const invitedColumns = (t: Translate<'shopPages'>, mayChange: boolean): Column<Members['invitations'][number]>[] => [
  { title: t('members.wallet'), cell: ({ address }) => <CopyId value={address} name={t('members.walletName')} /> },
  { title: t('members.role'), cell: ({ role }) => t(`members.roles.${role}`) },
  { title: t('members.until'), cell: ({ expiresAt }) => <Timestamp at={expiresAt} /> },
  ...(mayChange
    ? [
        {
          title: t('members.withdraw'),
          cell: ({ invitationId }: Members['invitations'][number]) => (
            <ActForm action={withdrawMember} fields={{ invitationId }} label={t('members.withdraw')} />
          ),
        },
      ]
    : []),
]
