import {
  PERMIT2_ADDRESS,
  x402ExactPermit2ProxyABI,
  x402ExactPermit2ProxyAddress,
  x402UptoPermit2ProxyABI,
  x402UptoPermit2ProxyAddress,
} from '@x402/evm'
import {
  type Address,
  decodeEventLog,
  decodeFunctionData,
  type Hex,
  isAddressEqual,
  type Log,
  multicall3Abi,
  parseAbi,
  type TransactionReceipt,
  toEventSelector,
} from 'viem'
import type { Authorization, AuthorizationTruth } from '../authorization'
import { MULTICALL3_ADDRESS } from './evm-call'
import { awaitingConfirmations, type ChainPosition, isFinal, readEvm, unusedTruth } from './evm-client'
import type { Permit2Call } from './evm-scheme'
import {
  type EvmSearch,
  type LogSearch,
  readTransfer,
  searchLogsBackwards,
  searchUse,
  TRANSFER,
  toTopic,
} from './search-logs'

const abi = parseAbi([
  'function nonceBitmap(address owner, uint256 word) view returns (uint256)',
  'event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)',
])
const INVALIDATION = toEventSelector('UnorderedNonceInvalidation(address,uint256,uint256)')
const SETTLED = [toEventSelector('Settled()'), toEventSelector('SettledWithPermit()')]

/**
 * The outcome of a Permit2 authorization. Permit2 has no event for a used nonce: the bitmap says that it is used, and
 * the calldata of the transaction that made the transfer names the nonce.
 * An `exact` permit that an unknown contract passed on is `undecidable`: its calldata names no nonce.
 */
export async function findPermit2(search: EvmSearch, authorization: Authorization): Promise<AuthorizationTruth> {
  const { client, network, position, logSearchBlocks, further } = search
  const payer = authorization.payer as Address // Checked when the authorization was read.
  const nonce = BigInt(authorization.nonce)
  const isUsed = async (blockNumber: bigint) => {
    const word = await readEvm(network, () =>
      client.readContract({
        address: PERMIT2_ADDRESS,
        abi,
        functionName: 'nonceBitmap',
        args: [payer, nonce >> 8n],
        blockNumber,
      }),
    )
    return hasBit(word, nonce)
  }
  if (!(await isUsed(position.headNumber))) return unusedTruth(authorization, position)
  return searchUse(search, authorization, {
    search: async (part) => {
      const range = { client, network, further, maxBlocks: logSearchBlocks, ...part }
      return (await findTransfer(range, authorization, position)) ?? findInvalidation(range, authorization)
    },
    isUsed,
  })
}

const hasBit = (word: bigint, nonce: bigint) => ((word >> (nonce & 0xffn)) & 1n) === 1n

type Range = Omit<LogSearch, 'address' | 'topics'> & Pick<EvmSearch, 'further'>

function findTransfer(range: Range, authorization: Authorization, position: ChainPosition) {
  const address = authorization.asset as Address // Checked when the authorization was read.
  const topics = [TRANSFER, toTopic(authorization.payer), toTopic(authorization.payTo)]
  return searchLogsBackwards<AuthorizationTruth>({ ...range, address, topics }, async (log) => {
    const landed = await readLandedCall(range, log.transactionHash, authorization)
    if (!landed) return null
    if (!isFinal(log.blockNumber, position)) return awaitingConfirmations
    const { transactionHash: transaction } = log
    const { amountAtomic, sentBy } = landed
    return { state: 'settled', transaction, amountAtomic, payTo: authorization.payTo, sentBy }
  })
}

/** The call for this authorization in that transaction, if it certainly moved the money. */
async function readLandedCall(
  { client, network, further }: Range,
  hash: Hex,
  authorization: Authorization,
): Promise<{ amountAtomic: bigint; sentBy: string } | null> {
  const { from: sentBy, to, input } = await readEvm(network, () => client.getTransaction({ hash }))
  const calls = to ? readPermit2Calls(to, input, { network, further }) : []
  const call = calls.find((one) => isCallFor(one, authorization))
  if (!call) return null
  const receipt = await readEvm(network, () => client.getTransactionReceipt({ hash }))
  if (receipt.status !== 'success') return null
  // In a batch each call may have failed: this one moved money for certain only when all that look like it did. A nonce
  // that is there twice can have moved money once.
  const alike = calls.filter((one) => looksLike(one, call))
  const isMoved = call.countMoved(receipt, call) === new Set(alike.map((one) => one.nonce)).size
  return isMoved ? { amountAtomic: call.amountAtomic, sentBy } : null
}

function isCallFor(call: Permit2Call, authorization: Authorization): boolean {
  return (
    call.nonce.toString() === authorization.nonce &&
    call.permittedAtomic === authorization.amountAtomic &&
    isAddressEqual(call.owner, authorization.payer as Address) && // Checked when it was read; so are these two.
    isAddressEqual(call.token, authorization.asset as Address) &&
    isAddressEqual(call.payTo, authorization.payTo as Address)
  )
}

const looksLike = (one: Permit2Call, other: Permit2Call) =>
  one.amountAtomic === other.amountAtomic &&
  one.subject === other.subject &&
  isAddressEqual(one.owner, other.owner) &&
  isAddressEqual(one.token, other.token) &&
  isAddressEqual(one.payTo, other.payTo)

/** Counts transfers that match the call and are followed at once by a proxy's event. */
function countSettledTransfers({ logs }: TransactionReceipt, call: Permit2Call): number {
  return logs.filter((log, index) => {
    const next = logs[index + 1]
    return next !== undefined && isSettledEvent(next) && isTransferOf(log, call)
  }).length
}

function isSettledEvent({ address, topics }: Log): boolean {
  const isProxy = [x402ExactPermit2ProxyAddress, x402UptoPermit2ProxyAddress].some((one) =>
    isAddressEqual(one, address),
  )
  return isProxy && SETTLED.some((selector) => selector === topics[0])
}

function isTransferOf(log: Log, call: Permit2Call): boolean {
  const transfer = isAddressEqual(log.address, call.token) ? readTransfer(log) : undefined
  if (!transfer) return false
  const { from, to, amountAtomic } = transfer
  return isAddressEqual(from, call.owner) && isAddressEqual(to, call.payTo) && amountAtomic === call.amountAtomic
}

/** The payer may have given up the nonce, for which Permit2 has an event. */
function findInvalidation(range: Range, authorization: Authorization): Promise<AuthorizationTruth | null> {
  const nonce = BigInt(authorization.nonce)
  const topics = [INVALIDATION, toTopic(authorization.payer)]
  return searchLogsBackwards<AuthorizationTruth>({ ...range, address: PERMIT2_ADDRESS, topics }, async (log) => {
    const { word, mask } = decodeEventLog({
      abi,
      eventName: 'UnorderedNonceInvalidation',
      topics: log.topics,
      data: log.data,
    }).args
    return word === nonce >> 8n && hasBit(mask, nonce) ? { state: 'cancelled' } : null
  })
}

type Schemes = Pick<EvmSearch, 'network' | 'further'>

/**
 * The payments through Permit2 that a transaction's calldata asks for: called directly, or through Multicall3.
 * Calls that other contracts make on the way cannot be seen and are not listed.
 */
function readPermit2Calls(to: Address, data: Hex, schemes: Schemes): Permit2Call[] {
  if (isAddressEqual(to, x402ExactPermit2ProxyAddress)) return decodeExact(data)
  if (isAddressEqual(to, x402UptoPermit2ProxyAddress)) return decodeUpto(data)
  if (isAddressEqual(to, MULTICALL3_ADDRESS)) return decodeBatch(data, schemes)
  const other = schemes.further.find(({ contract }) => isAddressEqual(to, contract))
  return other?.readPermit2Calls(data, schemes.network) ?? []
}

function decodeExact(data: Hex): Permit2Call[] {
  const decoded = attempt(() => decodeFunctionData({ abi: x402ExactPermit2ProxyABI, data }))
  if (decoded?.functionName !== 'settle' && decoded?.functionName !== 'settleWithPermit') return []
  const [permit, owner, witness] = decoded.functionName === 'settle' ? decoded.args : afterPermit(decoded.args)
  return [{ ...describe(permit, owner, witness.to), amountAtomic: permit.permitted.amount }]
}

function decodeUpto(data: Hex): Permit2Call[] {
  const decoded = attempt(() => decodeFunctionData({ abi: x402UptoPermit2ProxyABI, data }))
  if (decoded?.functionName !== 'settle' && decoded?.functionName !== 'settleWithPermit') return []
  const [permit, amountAtomic, owner, witness] =
    decoded.functionName === 'settle' ? decoded.args : afterPermit(decoded.args)
  return [{ ...describe(permit, owner, witness.to), amountAtomic }]
}

/** The arguments of `settleWithPermit` are those of `settle` after the payer's approval. */
const afterPermit = <Args extends readonly unknown[]>([, ...rest]: readonly [unknown, ...Args]): Args => rest

function decodeBatch(data: Hex, schemes: Schemes): Permit2Call[] {
  const decoded = attempt(() => decodeFunctionData({ abi: multicall3Abi, data }))
  if (decoded?.functionName !== 'aggregate3') return []
  return decoded.args[0].flatMap(({ target, callData }) =>
    isAddressEqual(target, MULTICALL3_ADDRESS) ? [] : readPermit2Calls(target, callData, schemes),
  )
}

type Permit = { permitted: { token: Address; amount: bigint }; nonce: bigint }

function describe(permit: Permit, owner: Address, payTo: Address): Omit<Permit2Call, 'amountAtomic'> {
  const { permitted, nonce } = permit
  const settled = { subject: null, countMoved: countSettledTransfers }
  return { owner, token: permitted.token, permittedAtomic: permitted.amount, nonce, payTo, ...settled }
}

/** Calldata of another shape is a foreign call. */
export function attempt<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}
