import { parseInput } from '@/lib/shop/sellers/input-refused-error'
import { changeMember, roleInput } from '@/lib/shop/sellers/members/change-member'
import { inviteMember, memberInput, newMemberShape, withdrawMember } from '@/lib/shop/sellers/members/invite-member'
import { listMembers, membersShape } from '@/lib/shop/sellers/members/list-members'
import { operation, param } from './operation'

export const memberOperations = {
  listMembers: operation({
    method: 'GET',
    path: '/members',
    scope: 'members:read',
    summary: 'Who works in the shop with which role, and who is invited to.',
    answer: membersShape,
    run: ({ context, actor }) => listMembers(context, actor),
  }),
  inviteMember: operation({
    method: 'POST',
    path: '/members/invitations',
    scope: 'members:write',
    summary: 'Invites the account of a wallet. It joins when it accepts on its dashboard, signed in with that wallet.',
    body: memberInput,
    answer: newMemberShape,
    successStatus: 201,
    isConfirmed: true,
    refusals: [409],
    run: ({ context, actor, body, proof }) => inviteMember(context, actor, body, proof),
  }),
  withdrawMember: operation({
    method: 'DELETE',
    path: '/members/invitations/{invitationId}',
    scope: 'members:write',
    summary: 'Takes back an invitation.',
    run: (call) => withdrawMember(call.context, call.actor, param(call, 'invitationId')),
  }),
  changeMember: operation({
    method: 'PUT',
    path: '/members/{memberId}',
    scope: 'members:write',
    summary: 'Gives a member another role, at once, also for its sessions and keys.',
    body: roleInput,
    isConfirmed: true,
    refusals: [409],
    run: (call) => {
      const { role } = parseInput(roleInput, call.body)
      return changeMember(call.context, call.actor, { memberId: param(call, 'memberId'), role }, call.proof)
    },
  }),
  removeMember: operation({
    method: 'DELETE',
    path: '/members/{memberId}',
    scope: 'members:write',
    summary: 'Removes a member at once, with the keys that it made.',
    isConfirmed: true,
    refusals: [409],
    run: (call) =>
      changeMember(call.context, call.actor, { memberId: param(call, 'memberId'), role: null }, call.proof),
  }),
}
