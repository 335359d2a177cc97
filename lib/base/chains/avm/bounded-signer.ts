import type { FacilitatorAvmSigner } from '@x402/avm'
import { RpcUnreachableError } from '../errors'
import type { Algod } from './algod'

/** The SDK's signer with simulations by our own client: its own reads answers of any size, for any time. */
export const boundedAvmSigner = (signer: FacilitatorAvmSigner, algod: Algod): FacilitatorAvmSigner => ({
  ...signer,
  simulateTransactions: async (group, network) => {
    const answer = await algod((client) => client.simulateRawTransactions(group))
    if (answer === null) throw new RpcUnreachableError(network)
    return answer
  },
})
