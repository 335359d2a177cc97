import { PERMIT2_ADDRESS } from '@x402/evm'
import { encodeFunctionData, type Hex, parseAbi, prepareEncodeFunctionData } from 'viem'
import type { Authorization } from '@/lib/base/chains/authorization'
import { type EvmCall, MULTICALL3_ADDRESS } from '@/lib/base/chains/evm/evm-call'
import { isEip3009Nonce } from './settlement-events'

const abi = parseAbi([
  'function getBlockNumber() view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function nonceBitmap(address owner, uint256 word) view returns (uint256)',
])

/** Prepared once: viem hashes a function's signature again each time else. */
const getBlockNumber = encodeFunctionData({ abi, functionName: 'getBlockNumber' })
const balanceOf = prepareEncodeFunctionData({ abi, functionName: 'balanceOf' })
const allowance = prepareEncodeFunctionData({ abi, functionName: 'allowance' })
const authorizationState = prepareEncodeFunctionData({ abi, functionName: 'authorizationState' })
const nonceBitmap = prepareEncodeFunctionData({ abi, functionName: 'nonceBitmap' })

export const blockNumberCall = (): EvmCall => ({ to: MULTICALL3_ADDRESS, data: getBlockNumber })

export const balanceCall = (asset: Hex, owner: Hex): EvmCall => ({
  to: asset,
  data: encodeFunctionData({ ...balanceOf, args: [owner] }),
})

export const permit2AllowanceCall = (asset: Hex, owner: Hex): EvmCall => ({
  to: asset,
  data: encodeFunctionData({ ...allowance, args: [owner, PERMIT2_ADDRESS] }),
})

/** Asks whether an authorization is spent; `isSpent` reads the 32 bytes of the answer. */
export function spentCall({ asset, payer, nonce }: Authorization): {
  call: EvmCall
  isSpent: (answer: bigint) => boolean
} {
  const owner = payer as Hex // Checked when the authorization was read, like the asset and the nonce.
  if (isEip3009Nonce(nonce)) {
    const data = encodeFunctionData({ ...authorizationState, args: [owner, nonce as Hex] })
    return { call: { to: asset as Hex, data }, isSpent: (answer) => answer !== 0n }
  }
  const number = BigInt(nonce)
  const data = encodeFunctionData({ ...nonceBitmap, args: [owner, number >> 8n] })
  return { call: { to: PERMIT2_ADDRESS, data }, isSpent: (answer) => ((answer >> (number & 255n)) & 1n) === 1n }
}
