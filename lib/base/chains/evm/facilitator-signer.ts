import type { FacilitatorEvmSigner } from '@x402/evm'
import type { Abi, Address, PublicClient } from 'viem'
import { readEvm } from './evm-client'

export type EvmSignerParts = {
  network: string
  client: PublicClient
  /** Every wallet that may settle; `upto` authorizations must name one of them. */
  addresses: readonly Address[]
  /** Sender of simulated contract calls: the `upto` proxy checks its sender. */
  account: Address
  /** Gas limit of simulated contract calls: a payer's code that burns more fails as it would on the chain. */
  gas: bigint
}

/** Our gas wallets as the SDK sees them, for verifying only; settlement sends its own transactions. */
export function createEvmFacilitatorSigner({
  network,
  client,
  addresses,
  account,
  gas,
}: EvmSignerParts): FacilitatorEvmSigner {
  return {
    getAddresses: () => addresses,
    getCode: (args) => readEvm(network, () => client.getCode(args)),
    readContract: (args) => {
      const request = { ...args, abi: args.abi as Abi, account, gas } // viem passes `gas` on to the node.
      return readEvm(network, () => client.readContract(request))
    },
    verifyTypedData: refuse,
    writeContract: refuse,
    sendTransaction: refuse,
    waitForTransactionReceipt: refuse,
  }
}

const refuse = () => Promise.reject(new Error('This signer verifies only: it neither sends nor waits.'))
