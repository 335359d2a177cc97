import { z } from 'zod'
import { ruled, say } from '@/lib/base/sentences/say'
import { findNetwork, networkName } from '@/lib/base/x402/networks'
import { type Actor, changeOwnShop, getOwnSeller } from '../actor'
import { confirmByWallet } from '../confirm-by-wallet'
import { InputRefusedError, parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { checkAddress, checkPayable, findPayee, payeeChanged, setPayee } from './set-payee'

const payToInput = z
  .object({
    network: z.string().refine((network) => findNetwork(network) !== null, ruled('chooseNetwork')),
    address: z.string().max(100),
    /** The address again, as it was shown to the seller. */
    confirmation: z.string().max(100),
  })
  .strict()

/**
 * Sets the seller's payTo address of one network, for every route at once. The seller must have seen and confirmed the
 * address. Refuses an address whose letters contradict its checksum, one that no payment can reach now, and a network
 * that the operator has switched off. A wallet of the account has to sign the old and the new address:
 * `SIGNATURE_REQUIRED` says what to sign.
 */
export async function confirmPayTo(
  context: SellersContext,
  actor: Actor,
  input: unknown,
  proof: string | null = null,
): Promise<void> {
  const { database, clock } = context
  const { network, address, confirmation } = parseInput(payToInput, input)
  checkAddress(context, { network, address })
  if (confirmation !== address) throw new InputRefusedError({ confirmation: say('compareAddress') })
  await checkPayable(context, { network, address })
  const { id: sellerId, handle } = await getOwnSeller(database, actor)
  const before = await findPayee(database, { sellerId, network })
  const statement =
    `Set the payout address of the shop ${handle} on ${networkName(network)} (${network}). ` +
    `Before: ${before ?? 'none'}. After: ${address}.`
  const spend = await confirmByWallet(context, actor, { act: { path: '/dashboard/payees', statement }, proof })
  await database.$transaction(async (transaction) => {
    const seller = await changeOwnShop(transaction, actor)
    if ((await findPayee(transaction, { sellerId, network })) !== before) throw payeeChanged()
    const { wallet } = await spend(transaction)
    await setPayee(transaction, actor, seller, { network, before, address, wallet, at: clock() })
  })
}
