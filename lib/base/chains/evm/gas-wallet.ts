import { type Address, type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { EvmCall } from './evm-call'
import { chainIdOf } from './payment-digest'

export type EvmFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** A transaction as it goes out; `hash` is known before it is sent, so that it can be stored first. */
type SignedEvmTransaction = { hash: Hex; rawTransaction: Hex }

/** A wallet that pays for gas. It signs; its caller decides nonce and fees. The key stays inside. */
export type EvmGasWallet = {
  address: Address
  sign: (transaction: {
    network: string
    call: EvmCall
    nonce: number
    gas: bigint
    fees: EvmFees
  }) => Promise<SignedEvmTransaction>
}

/** Fails with a plain message, which never repeats the key, when it is not 32 bytes of hex. */
export function openEvmGasWallet(privateKey: string): EvmGasWallet {
  if (!/^0x[0-9a-fA-F]{64}$/.test(privateKey)) {
    throw new Error('Expected an EVM gas key of 32 bytes in hex, starting with 0x.')
  }
  const account = privateKeyToAccount(privateKey as Hex) // The form was just checked.
  return {
    address: account.address,
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
