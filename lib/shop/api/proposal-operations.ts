import { z } from 'zod'
import { parseInput } from '@/lib/shop/sellers/input-refused-error'
import {
  approveProposal,
  cancelProposal,
  listProposals,
  proposalsShape,
  setTwoPerson,
} from '@/lib/shop/sellers/payments/propose'
import { operation } from './operation'

const twoOwnersInput = z.object({ isTwoPerson: z.boolean() }).strict()

export const proposalOperations = {
  listProposals: operation('GET /payee-proposals', 'shop:read', {
    summary: 'Whether payout addresses need two owners, and changes that wait for the second one.',
    answer: proposalsShape,
    run: ({ context, actor }) => listProposals(context, actor),
  }),
  setTwoPerson: operation('PUT /payee-proposals', 'payees:write', {
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
  approveProposal: operation('PUT /payee-proposals/{proposalId}', 'payees:write', {
    summary: 'Makes a proposed change, by another owner than the one who proposed it.',
    isConfirmed: true,
    refusals: [409],
    run: (call) => approveProposal(call.context, call.actor, call.params.proposalId, call.proof),
  }),
  cancelProposal: operation('DELETE /payee-proposals/{proposalId}', 'payees:write', {
    summary: 'Takes back a proposed change.',
    run: (call) => cancelProposal(call.context, call.actor, call.params.proposalId),
  }),
}
