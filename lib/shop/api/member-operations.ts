import { parseInput } from '@/lib/shop/sellers/input-refused-error'
import { changeMember, roleInput } from '@/lib/shop/sellers/members/change-member'
import { inviteMember, memberInput, newMemberShape, withdrawMember } from '@/lib/shop/sellers/members/invite-member'
import { listMembers, membersShape } from '@/lib/shop/sellers/members/list-members'
import { operation } from './operation'

export const memberOperations = {
  listMembers: operation('GET /members', 'members:read', {
    summary: 'Who works in the shop with which role, and who is invited to.',
    answer: membersShape,
    run: ({ context, actor }) => listMembers(context, actor),
  }),
  inviteMember: operation('POST /members/invitations', 'members:write', {
    summary: 'Invites the account of a wallet. It joins when it accepts on its dashboard, signed in with that wallet.',
    body: memberInput,
    answer: newMemberShape,
    successStatus: 201,
    isConfirmed: true,
    refusals: [409],
    run: ({ context, actor, body, proof }) => inviteMember(context, actor, body, proof),
  }),
  withdrawMember: operation('DELETE /members/invitations/{invitationId}', 'members:write', {
    summary: 'Takes back an invitation.',
    run: (call) => withdrawMember(call.context, call.actor, call.params.invitationId),
  }),
  changeMember: operation('PUT /members/{memberId}', 'members:write', {
    summary: 'Gives a member another role, at once, also for its sessions and keys.',
    body: roleInput,
    isConfirmed: true,
    refusals: [409],
    run: (call) => {
      const { role } = parseInput(roleInput, call.body)
      return changeMember(call.context, call.actor, { memberId: call.params.memberId, role }, call.proof)
    },
  }),
  removeMember: operation('DELETE /members/{memberId}', 'members:write', {
    summary: 'Removes a member at once, with the keys that it made.',
    isConfirmed: true,
    refusals: [409],
    run: (call) => changeMember(call.context, call.actor, { memberId: call.params.memberId, role: null }, call.proof),
  }),
}
