import { assetOf } from '@/lib/base/chains/assets'
import type { Chains } from '@/lib/base/chains/chains'
import { isRpcUnreachable } from '@/lib/base/chains/errors'
import { type PayeeFault, readPayeeFault } from '@/lib/base/chains/payee-fault'

/** Checks by the asset of dollar prices; a chain that does not answer finds no fault. */
export async function findPayeeFault(
  chains: Chains,
  { network, address: payTo }: { network: string; address: string },
): Promise<PayeeFault | null> {
  const asset = assetOf(network)?.address
  if (!asset || !chains.networks.includes(network)) return null
  try {
    return await readPayeeFault(chains, { network, asset, payTo })
  } catch (error) {
    if (isRpcUnreachable(error)) return null
    throw error
  }
}
