import { z } from 'zod'
import { parseInput } from '@/lib/shop/sellers/input-refused-error'
import {
  approveProposal,
  cancelProposal,
  listProposals,
  proposalsShape,
  setTwoPerson,
} from '@/lib/shop/sellers/payments/propose'
import { operation, param } from './operation'

const twoOwnersInput = z.object({ isTwoPerson: z.boolean() }).strict()

export const proposalOperations = {
  listProposals: operation({
    method: 'GET',
    path: '/payee-proposals',
    scope: 'shop:read',
    summary: 'Whether payout addresses need two owners, and changes that wait for the second one.',
    answer: proposalsShape,
    run: ({ context, actor }) => listProposals(context, actor),
  }),
  setTwoPerson: operation({
    method: 'PUT',
    path: '/payee-proposals',
    scope: 'payees:write',
    summary: 'Makes payout addresses need two owners; to end that is a proposal.',
    body: twoOwnersInput,
    answer: proposalsShape,
    isConfirmed: true,
    refusals: [409],
    run: async ({ context, actor, body, proof }) => {
      await setTwoPerson(context, actor, parseInput(twoOwnersInput, body).isTwoPerson, proof)
      return listProposals(context, actor)
    },
  }),
  approveProposal: operation({
    method: 'PUT',
    path: '/payee-proposals/{proposalId}',
    scope: 'payees:write',
    summary: 'Makes a proposed change, by another owner than the one who proposed it.',
    isConfirmed: true,
    refusals: [409],
    run: (call) => approveProposal(call.context, call.actor, param(call, 'proposalId'), call.proof),
  }),
  cancelProposal: operation({
    method: 'DELETE',
    path: '/payee-proposals/{proposalId}',
    scope: 'payees:write',
    summary: 'Takes back a proposed change.',
    run: (call) => cancelProposal(call.context, call.actor, param(call, 'proposalId')),
  }),
}
