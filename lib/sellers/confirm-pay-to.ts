import { z } from 'zod'
import { checksumAddress } from '@/lib/chains/evm/checksum-address'
import { isAddress } from '@/lib/x402/addresses'
import { findNetwork } from '@/lib/x402/networks'
import { type Actor, changeOwnShop } from './actor'
import { InputRefusedError, parseInput } from './input-refused-error'
import type { SellersContext } from './ports'

const payToInput = z
  .object({
    network: z.string().refine((network) => findNetwork(network) !== null, 'Choose a network that we know.'),
    address: z.string().max(100),
    /** The address once more, as it was shown to the seller. */
    confirmation: z.string().max(100),
  })
  .strict()

/**
 * Sets where the seller's money of one network goes, for every route at once.
 * The address must have been shown and confirmed; one whose letters contradict its own checksum is refused.
 */
export async function confirmPayTo({ database, clock }: SellersContext, actor: Actor, input: unknown): Promise<void> {
  const { network, address, confirmation } = parseInput(payToInput, input)
  const fault = findAddressFault(network, address)
  if (fault) throw new InputRefusedError({ address: fault })
  if (confirmation !== address) {
    throw new InputRefusedError({ confirmation: 'Compare the address and confirm exactly this one.' })
  }
  await database.$transaction(async (transaction) => {
    const seller = await changeOwnShop(transaction, actor)
    const key = { sellerId: seller.id, network }
    await transaction.sellerPayee.upsert({
      where: { sellerId_network: key },
      create: { ...key, address, confirmedAt: clock() },
      update: { address, confirmedAt: clock() },
    })
    await transaction.storedRoute.updateMany({
      where: { sellerId: seller.id, state: { not: 'archived' } },
      data: { revision: seller.revision },
    })
  })
}

function findAddressFault(network: string, address: string): string | null {
  if (!isAddress(network, address)) return `This is not an address of ${findNetwork(network)?.name ?? network}.`
  if (!network.startsWith('eip155:')) return null
  const digits = address.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && checksumAddress(address) !== address
    ? 'A letter of this address is wrong: its checksum fails.'
    : null
}
