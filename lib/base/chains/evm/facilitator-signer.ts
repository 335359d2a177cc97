import type { FacilitatorEvmSigner } from '@x402/evm'
import type { Abi, Address, PublicClient } from 'viem'
import { readEvm } from './evm-client'

export type EvmSignerParts = {
  network: string
  client: PublicClient
  /** Every wallet that may settle here; `upto` authorizations must name one of them. */
  addresses: readonly Address[]
  /** In whose name contract calls are simulated: the `upto` proxy checks its sender. */
  account: Address
  /** With how much gas contract calls are simulated: code of the payer's that burns more fails as it would on the chain. */
  gas: bigint
}

/** The SDK's view of our gas wallets, for verifying; sending is the settlement's own. */
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
