import { z } from 'zod'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { say } from '@/lib/base/sentences/say'
import { isAddress } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import type { Actor } from '../actor'
import { recordChange } from '../audit/record-change'
import { InputRefusedError } from '../input-refused-error'
import type { SellersContext } from '../ports'

export const ownPayees = z
  .array(z.object({ network: z.string().max(100), address: z.string().max(100) }).strict())
  .max(20)
  .refine((list) => new Set(list.map(({ network }) => network)).size === list.length)
  .default([])

type OwnPayee = z.infer<typeof ownPayees>[number]

/**
 * Leaves the payees that can be paid now. A network that is switched off, cannot be asked, or on which the wallet has no
 * account of the token is left out: its address is set later, on the page for that.
 */
export async function findPayable(context: SellersContext, payees: OwnPayee[]): Promise<OwnPayee[]> {
  const asked = await Promise.all(
    payees.map(async (payee) => {
      if (!context.isSwitchedOn(payee.network) || !isAddress(payee.network, payee.address)) return []
      const fault = await context.findPayeeFault(payee.network, payee.address).catch(() => 'unknown')
      return fault === null ? [payee] : []
    }),
  )
  return asked.flat()
}

/**
 * Sets the payees of a shop that is being opened to wallets of its account, which its owner proved when signing in with
 * them. Refuses any other address: `confirmPayTo` takes those, with a signature.
 */
export async function setOwnPayees(
  { confirmations }: Pick<SellersContext, 'confirmations'>,
  transaction: DatabaseTransaction,
  actor: Actor,
  { sellerId, payees, at }: { sellerId: string; payees: OwnPayee[]; at: Date },
): Promise<void> {
  for (const { network, address } of payees) {
    // A contract wallet counts only on the network where it was proven.
    const scopes = [familyOf(network) ?? network, network]
    let isOwn = false
    for (const scope of scopes) {
      isOwn ||= await confirmations.isWalletOf(transaction, { scope, address }, actor.accountId)
    }
    if (!isOwn) throw new InputRefusedError({ payees: say('payeeNotOwn', { address }) })
    await transaction.sellerPayee.create({ data: { sellerId, network, address, confirmedAt: at } })
    const change = { at, sellerId, act: 'payee.set', subject: network, wallet: address } as const
    await recordChange(transaction, actor, { ...change, before: { address: null }, after: { address } })
  }
}
