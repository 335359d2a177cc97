import {
  type Address,
  type Hex,
  isAddressEqual,
  type Log,
  type PublicClient,
  pad,
  parseAbi,
  type TransactionReceipt,
  toEventSelector,
} from 'viem'
import { type Authorization, type AuthorizationTruth, isEip3009Nonce } from '../authorization'
import { DEFAULT_LOG_SEARCH_BLOCKS, type NetworkConfig } from '../config'
import { awaitingConfirmations, isFinal, lateNode, readChainPosition, readEvm, unusedTruth } from './evm-client'
import { findPermit2 } from './find-permit2'
import { type EvmSearch, readTransfer, searchLogsBackwards, searchUse } from './search-logs'

/** `findAuthorization` for EVM networks. Throws `RpcUnreachableError`. */
export async function findEvmAuthorization(
  { client, config, further }: { client: PublicClient; config: NetworkConfig; further: EvmSearch['further'] },
  authorization: Authorization,
  since: bigint | null,
): Promise<AuthorizationTruth> {
  const { network, nonce } = authorization
  const { confirmations, logSearchBlocks = DEFAULT_LOG_SEARCH_BLOCKS } = config
  const position = await readChainPosition(client, network, confirmations)
  if (since !== null && position.headNumber < since) return lateNode
  const search = { client, network, position, logSearchBlocks, further }
  return isEip3009Nonce(nonce) ? findEip3009(search, authorization) : findPermit2(search, authorization)
}

const abi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
])
const USED = toEventSelector('AuthorizationUsed(address,bytes32)')
const CANCELED = toEventSelector('AuthorizationCanceled(address,bytes32)')

/**
 * The outcome of an EIP-3009 authorization, by the token's own state and events.
 * A nonce used by another transfer than the authorised one is lost: `cancelled`.
 */
async function findEip3009(search: EvmSearch, authorization: Authorization): Promise<AuthorizationTruth> {
  const { client, network, position, logSearchBlocks } = search
  const asset = authorization.asset as Address // Checked when the authorization was read; so are the next two.
  const payer = authorization.payer as Address
  const nonce = authorization.nonce as Hex
  const isUsed = (blockNumber: bigint) =>
    readEvm(network, () =>
      client.readContract({
        address: asset,
        abi,
        functionName: 'authorizationState',
        args: [payer, nonce],
        blockNumber,
      }),
    )
  if (!(await isUsed(position.headNumber))) return unusedTruth(authorization, position)
  const where = { client, network, address: asset, topics: [[USED, CANCELED], pad(payer), nonce] }
  const decide = async (log: Log<bigint, number, false>): Promise<AuthorizationTruth> => {
    if (!isFinal(log.blockNumber, position)) return awaitingConfirmations
    if (log.topics[0] === CANCELED) return { state: 'cancelled' }
    const hash = log.transactionHash
    const receipt = await readEvm(network, () => client.getTransactionReceipt({ hash }))
    return transferOf(receipt, log, authorization)
  }
  return searchUse(search, authorization, {
    search: (range) => searchLogsBackwards({ ...where, ...range, maxBlocks: logSearchBlocks }, decide),
    isUsed,
  })
}

/**
 * The transfer that belongs to one AuthorizationUsed: the token's very next event. Any other transfer in the same
 * transaction may be another payment, and would be granted twice if it counted here.
 */
function transferOf(
  { logs, from: sentBy }: TransactionReceipt,
  used: Log,
  authorization: Authorization,
): AuthorizationTruth {
  const tokenLogs = logs.filter((log) => isAddressEqual(log.address, used.address))
  const next = tokenLogs[tokenLogs.findIndex((log) => log.logIndex === used.logIndex) + 1]
  const transfer = next && readTransfer(next)
  const isOurs =
    transfer !== undefined &&
    used.transactionHash !== null &&
    isAddressEqual(transfer.from, authorization.payer as Address) && // Checked when it was read; so is payTo.
    isAddressEqual(transfer.to, authorization.payTo as Address) &&
    transfer.amountAtomic === authorization.amountAtomic
  if (!isOurs || !used.transactionHash) return { state: 'cancelled' }
  const { transactionHash: transaction } = used
  return { state: 'settled', transaction, amountAtomic: transfer.amountAtomic, payTo: authorization.payTo, sentBy }
}
