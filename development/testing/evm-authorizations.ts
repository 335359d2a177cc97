import { authorizationTypes, eip3009ABI, PERMIT2_ADDRESS } from '@x402/evm'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  type PrivateKeyAccount,
  parseAbi,
  parseSignature,
  toHex,
} from 'viem'
import { usdCoins } from '@/development/devnet/evm/canonical-addresses'
import type { EvmCall } from '@/lib/base/chains/evm/evm-call'

const usdc = usdCoins[84532]

export const freshNonce = () => toHex(crypto.getRandomValues(new Uint8Array(32)))

/** A transfer that its owner signed outside any x402 payment, as a call that anyone may send. */
export async function signedTransfer(
  owner: PrivateKeyAccount,
  { to, value, nonce }: { to: Address; value: bigint; nonce: Hex },
): Promise<EvmCall> {
  const validBefore = BigInt(Math.floor(Date.now() / 1_000) + 600)
  const message = { from: owner.address, to, value, validAfter: 0n, validBefore, nonce }
  const signature = await owner.signTypedData({
    domain: { name: usdc.name, version: '2', chainId: 84532, verifyingContract: usdc.address },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message,
  })
  const { r, s, yParity } = parseSignature(signature)
  const args = [owner.address, to, value, 0n, validBefore, nonce, yParity + 27, r, s] as const
  return {
    to: usdc.address,
    data: encodeFunctionData({ abi: eip3009ABI, functionName: 'transferWithAuthorization', args }),
  }
}

/** The owner's cancellation of an unused authorization. */
export async function signedCancellation(owner: PrivateKeyAccount, nonce: Hex): Promise<EvmCall> {
  const signature = await owner.signTypedData({
    domain: { name: usdc.name, version: '2', chainId: 84532, verifyingContract: usdc.address },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: owner.address, nonce },
  })
  const abi = parseAbi([
    'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  ])
  const { r, s, yParity } = parseSignature(signature)
  const args = [owner.address, nonce, yParity + 27, r, s] as const
  return { to: usdc.address, data: encodeFunctionData({ abi, functionName: 'cancelAuthorization', args }) }
}

/** The call by which an owner gives up a Permit2 nonce; only the owner may send it. */
export function permit2Invalidation(nonce: bigint): EvmCall {
  const abi = parseAbi(['function invalidateUnorderedNonces(uint256 word, uint256 mask)'])
  const args = [nonce >> 8n, 1n << (nonce & 0xffn)] as const
  return { to: PERMIT2_ADDRESS, data: encodeFunctionData({ abi, functionName: 'invalidateUnorderedNonces', args }) }
}
