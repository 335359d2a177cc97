import { BATCH_SETTLEMENT_ADDRESS } from '@x402/evm'
import {
  decodeAbiParameters,
  decodeFunctionData,
  type Hex,
  hexToBigInt,
  isAddressEqual,
  parseEventLogs,
  slice,
  type TransactionReceipt,
  toEventSelector,
} from 'viem'
import type { EvmScheme, Permit2Call } from '@/lib/base/chains/evm/evm-scheme'
import { attempt } from '@/lib/base/chains/evm/find-permit2'
import { parsePrice } from '@/lib/base/x402/money'
import { BATCH_SETTLEMENT, channelReasons } from '@/lib/base/x402/payment-channel'
import { channelAbi, channelIdOf, PERMIT2_DEPOSIT_COLLECTOR_ADDRESS } from './channel-contract'
import { readDeposit } from './read-channel'

const DEPOSITED = toEventSelector('Deposited(bytes32,address,uint128,uint128)')
const kinds = { Deposited: 'channel deposit', Claimed: 'channel claim', Refunded: 'channel refund' } as const

/** The scheme `batch-settlement` on a chain: many small calls out of one deposit into a payment channel. */
export const batchSettlement: EvmScheme = {
  name: BATCH_SETTLEMENT,
  contract: BATCH_SETTLEMENT_ADDRESS,
  mismatch: { scheme: channelReasons.invalidScheme, network: channelReasons.networkMismatch },
  buildExtra: ({ withdrawDelaySeconds, callsPerDeposit }, price, named) => ({
    receiverAuthorizer: named('receiverAuthorizer'),
    withdrawDelay: withdrawDelaySeconds ?? WITHDRAW_DELAY_SECONDS,
    minDeposit: minimumDeposit(price, callsPerDeposit),
  }),
  read: readDeposit,
  readPermit2Calls: readDeposits,
  events: {
    payout: 'channel payout',
    topics: [
      DEPOSITED,
      toEventSelector('Claimed(bytes32,address,uint128,uint128)'),
      toEventSelector('Refunded(bytes32,address,uint128)'),
    ],
    read: (log) =>
      parseEventLogs({ abi: channelAbi, logs: [log], eventName: ['Deposited', 'Claimed', 'Refunded'] }).map(
        ({ eventName, args }) => ({ kind: kinds[eventName], to: args.channelId, amountAtomic: args.amount }),
      ),
  },
}

/** A day for the receiver to claim what it is owed, once a payer begins to close the channel. */
const WITHDRAW_DELAY_SECONDS = 86_400

/** A deposit costs gas, so it should pay for so many calls, or be of that worth. */
const [CALLS_PER_DEPOSIT, WORTHWHILE_DEPOSIT] = [100, '$0.50']

/** Smallest deposit, in atomic units: enough calls or a worthwhile sum, and at least one call. */
function minimumDeposit(
  { amountAtomic, decimals }: { amountAtomic: bigint; decimals: number },
  calls = CALLS_PER_DEPOSIT,
): string {
  const [worthwhile, wanted] = [parsePrice(WORTHWHILE_DEPOSIT, decimals), amountAtomic * BigInt(calls)]
  const least = wanted < worthwhile ? wanted : worthwhile
  return (least > amountAtomic ? least : amountAtomic).toString()
}

/** The deposits through Permit2 in a call of the contract; calldata of another shape is a foreign call. */
function readDeposits(data: Hex, network: string): Permit2Call[] {
  const decoded = attempt(() => decodeFunctionData({ abi: channelAbi, data }))
  if (decoded?.functionName === 'multicall') return decoded.args[0].flatMap((call) => readDeposits(call, network))
  if (decoded?.functionName !== 'deposit') return []
  const [config, amountAtomic, collector, terms] = decoded.args
  if (!isAddressEqual(collector, PERMIT2_DEPOSIT_COLLECTOR_ADDRESS)) return []
  const [nonce] = attempt(() => decodeAbiParameters([{ type: 'uint256' }], terms)) ?? []
  if (nonce === undefined) return []
  const { payer: owner, token } = config
  const amounts = { permittedAtomic: amountAtomic, amountAtomic }
  const channelId = channelIdOf(config, network)
  return [{ owner, token, nonce, payTo: BATCH_SETTLEMENT_ADDRESS, ...amounts, subject: channelId, countMoved }]
}

/** Counts deposits of that amount into that channel, by the contract's own events. */
function countMoved({ logs }: TransactionReceipt, { subject, amountAtomic }: Permit2Call): number {
  return logs.filter(({ address, topics, data }) => {
    if (!isAddressEqual(address, BATCH_SETTLEMENT_ADDRESS) || topics[0] !== DEPOSITED) return false
    return topics[1] === subject && hexToBigInt(slice(data, 0, 32)) === amountAtomic
  }).length
}
