import { type Address, type Hex, keccak256 } from 'viem'
import type { RemoteKey } from '../signers/remote-key'
import type { EvmAccount } from './evm-account'
import type { EvmCall } from './evm-call'
import { chainIdOf } from './payment-digest'

export type EvmFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** A transaction as it goes out; `hash` is known before it is sent, so that it can be stored first. */
type SignedEvmTransaction = { hash: Hex; rawTransaction: Hex }

/** A wallet that pays for gas. It signs; its caller decides nonce and fees. The key stays inside, or with others. */
export type EvmGasWallet = {
  address: Address
  remote?: RemoteKey
  sign: (transaction: {
    network: string
    call: EvmCall
    nonce: number
    gas: bigint
    fees: EvmFees
  }) => Promise<SignedEvmTransaction>
}

export function createEvmGasWallet(account: EvmAccount): EvmGasWallet {
  return {
    address: account.address,
    ...(account.remote && { remote: account.remote }),
    sign: async ({ network, call, nonce, gas, fees }) => {
      const rawTransaction = await account.signTransaction({
        type: 'eip1559',
        chainId: chainIdOf(network),
        to: call.to,
        data: call.data,
        nonce,
        gas,
        ...fees,
      })
      return { rawTransaction, hash: keccak256(rawTransaction) }
    },
  }
}
