import { z } from 'zod'
import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import { type HandedClaim, toItem } from './ledger/store-transaction'
import type { Submission } from './submission'

const atomic = z.string().regex(/^\d+$/).transform(BigInt)
const time = z.coerce.date().nullable()

const handedWork = z.object({
  prepared: z.object({ key: z.string(), wallet: z.string().nullable(), isBatchable: z.boolean(), work: z.unknown() }),
  claim: z.object({}).passthrough(),
  authorization: z.object({
    ...{ key: z.string(), network: z.string(), scheme: z.enum(['exact', 'upto', 'batch-settlement']) },
    ...{ asset: z.string(), payer: z.string(), payTo: z.string(), amountAtomic: atomic, nonce: z.string() },
    ...{ validAfter: time, validBefore: time },
  }),
  settleAmountAtomic: atomic,
})

/** A settlement as JSON, for the instance that sends for its wallet. */
export function writeWork({ handedCall }: SettlementChain, { prepared, claim, ledger }: Submission): object {
  const { isRefused: _, ...rest } = { ...prepared, work: handedCall?.write(prepared.work) }
  const { amountAtomic, ...authorization } = ledger.authorization
  return {
    prepared: rest,
    claim: toItem(claim),
    authorization: { ...authorization, amountAtomic: amountAtomic.toString() },
    settleAmountAtomic: ledger.settleAmountAtomic.toString(),
  }
}

/** Throws for what another version of this program wrote. */
export function readWork(
  { handedCall }: SettlementChain,
  { id, work }: { id: string; work: unknown },
): Submission & { claim: HandedClaim } {
  const { prepared, claim, authorization, settleAmountAtomic } = handedWork.parse(work)
  return {
    prepared: { ...prepared, isRefused: false, work: handedCall?.read(prepared.work) },
    claim: { key: authorization.key, handover: id, item: claim },
    ledger: { authorization, settleAmountAtomic },
  }
}
