import {
  BATCH_SETTLEMENT_ADDRESS,
  x402ExactPermit2ProxyABI,
  x402ExactPermit2ProxyAddress,
  x402UptoPermit2ProxyABI,
  x402UptoPermit2ProxyAddress,
} from '@x402/evm'
import { type Address, decodeAbiParameters, decodeFunctionData, type Hex, isAddressEqual, multicall3Abi } from 'viem'
import { channelAbi, PERMIT2_DEPOSIT_COLLECTOR_ADDRESS } from '../channels/channel-contract'
import type { ChannelConfig } from '../channels/channel-shapes'
import { MULTICALL3_ADDRESS } from './evm-call'

/** One settlement through an x402 proxy, or one deposit into a payment channel, as calldata names it. */
export type Permit2Call = {
  owner: Address
  token: Address
  nonce: bigint
  payTo: Address
  /** The amount that the payer signed, as against the one that is to move. */
  permittedAtomic: bigint
  amountAtomic: bigint
  /** The channel of a deposit; null for a settlement through a proxy. */
  config: ChannelConfig | null
}

/**
 * The proxy settlements and deposits that a transaction's calldata asks for: called directly, or through Multicall3.
 * Calls that other contracts make on the way cannot be seen and are not listed.
 */
export function readPermit2Calls(to: Address, data: Hex): Permit2Call[] {
  if (isAddressEqual(to, x402ExactPermit2ProxyAddress)) return decodeExact(data)
  if (isAddressEqual(to, x402UptoPermit2ProxyAddress)) return decodeUpto(data)
  if (isAddressEqual(to, BATCH_SETTLEMENT_ADDRESS)) return decodeDeposit(data)
  if (isAddressEqual(to, MULTICALL3_ADDRESS)) return decodeBatch(data)
  return []
}

function decodeExact(data: Hex): Permit2Call[] {
  const decoded = attempt(() => decodeFunctionData({ abi: x402ExactPermit2ProxyABI, data }))
  switch (decoded?.functionName) {
    case 'settle': {
      const [permit, owner, witness] = decoded.args
      return [{ ...describe(permit, owner, witness.to), amountAtomic: permit.permitted.amount }]
    }
    case 'settleWithPermit': {
      const [, permit, owner, witness] = decoded.args
      return [{ ...describe(permit, owner, witness.to), amountAtomic: permit.permitted.amount }]
    }
    default:
      return []
  }
}

function decodeUpto(data: Hex): Permit2Call[] {
  const decoded = attempt(() => decodeFunctionData({ abi: x402UptoPermit2ProxyABI, data }))
  switch (decoded?.functionName) {
    case 'settle': {
      const [permit, amountAtomic, owner, witness] = decoded.args
      return [{ ...describe(permit, owner, witness.to), amountAtomic }]
    }
    case 'settleWithPermit': {
      const [, permit, amountAtomic, owner, witness] = decoded.args
      return [{ ...describe(permit, owner, witness.to), amountAtomic }]
    }
    default:
      return []
  }
}

function decodeBatch(data: Hex): Permit2Call[] {
  const decoded = attempt(() => decodeFunctionData({ abi: multicall3Abi, data }))
  if (decoded?.functionName !== 'aggregate3') return []
  return decoded.args[0].flatMap(({ target, callData }) =>
    isAddressEqual(target, MULTICALL3_ADDRESS) ? [] : readPermit2Calls(target, callData),
  )
}

function decodeDeposit(data: Hex): Permit2Call[] {
  const decoded = attempt(() => decodeFunctionData({ abi: channelAbi, data }))
  if (decoded?.functionName === 'multicall') return decoded.args[0].flatMap(decodeDeposit)
  if (decoded?.functionName !== 'deposit') return []
  const [config, amount, collector, terms] = decoded.args
  if (!isAddressEqual(collector, PERMIT2_DEPOSIT_COLLECTOR_ADDRESS)) return []
  const [nonce] = attempt(() => decodeAbiParameters([{ type: 'uint256' }], terms)) ?? []
  if (nonce === undefined) return []
  const permit = { permitted: { token: config.token, amount }, nonce }
  return [{ ...describe(permit, config.payer, BATCH_SETTLEMENT_ADDRESS), amountAtomic: amount, config }]
}

type Permit = { permitted: { token: Address; amount: bigint }; nonce: bigint }

function describe(permit: Permit, owner: Address, payTo: Address) {
  const { permitted, nonce } = permit
  return { owner, token: permitted.token, permittedAtomic: permitted.amount, nonce, payTo, config: null }
}

/** Calldata of another shape is a foreign call. */
function attempt<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}
