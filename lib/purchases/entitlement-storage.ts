import type { Database } from '@/lib/infra/database'
import { isAddress } from '@/lib/x402/addresses'
import { knownNetworks } from '@/lib/x402/networks'
import type { ResourceUri } from '@/lib/x402/resource-uri'
import { hasPaid } from './has-paid'
import { recordPayment } from './record-payment'

/** The payment record as the specification's storage contract has it: a wallet address paired with a resource URI. */
export type EntitlementStorage = {
  hasPaid: (address: string, resourceUri: ResourceUri) => Promise<boolean>
  recordPayment: (address: string, resourceUri: ResourceUri) => Promise<void>
}

/**
 * The contract for callers that know no network: the family is read from the address, rights never end.
 * Source: service spec 2.8.
 */
export function createEntitlementStorage(
  database: Database,
  { networkOf }: { networkOf: (family: string) => string },
): EntitlementStorage {
  return {
    hasPaid: async (address, resourceUri) =>
      hasPaid(database, { wallets: [{ scope: familyOfAddress(address), address }], resourceUri }),
    recordPayment: async (address, resourceUri) =>
      recordPayment(database, {
        network: networkOf(familyOfAddress(address)),
        address,
        resourceUri,
        paymentId: null,
        expiresAt: null,
      }),
  }
}

/** No address has the form of two families. Throws RangeError for one of none. */
function familyOfAddress(address: string) {
  const family = knownNetworks.map(({ family }) => family).find((family) => isAddress(family, address))
  if (!family) throw new RangeError('Expected an EVM, Solana or Algorand address.')
  return family
}
