import { PERMIT2_ADDRESS } from '@x402/evm'
import { encodeFunctionData, type Hex, hexToBigInt, multicall3Abi, parseAbi, prepareEncodeFunctionData } from 'viem'
import { type Authorization, isEip3009Nonce } from '@/lib/base/chains/authorization'
import { RpcUnreachableError } from '@/lib/base/chains/errors'
import { type EvmCall, MULTICALL3_ADDRESS } from '@/lib/base/chains/evm/evm-call'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { echoedInfo } from '@/lib/base/x402/payment-payload'
import type { AssessmentRequest } from '../settlement-chain'
import type { EvmRpc } from './evm-rpc'

/** Calls that are answered together, in one eth_call and so at one height. The same call asked twice is made once. */
export type CallBatch = ReturnType<typeof createCallBatch>
export type CallAnswers = Awaited<ReturnType<CallBatch['run']>>

export function createCallBatch(rpc: EvmRpc, network: string) {
  const calls: EvmCall[] = []
  const places = new Map<string, number>()
  return {
    ask(call: EvmCall): number {
      const identity = `${call.to}${call.data}`
      const place = places.get(identity) ?? calls.push(call) - 1
      places.set(identity, place)
      return place
    },
    /**
     * Makes the calls in the order in which they were asked, with that much gas, else with what the node gives.
     * Throws `RpcUnreachableError` when it gets no answer at all.
     */
    async run(limit?: { perCall: bigint } | { inAll: bigint }) {
      const args = [calls.map(({ to, data }) => ({ target: to, callData: data, allowFailure: true }))] as const
      const gas = limit && ('inAll' in limit ? limit.inAll : limit.perCall * BigInt(calls.length + 1))
      const request = {
        address: MULTICALL3_ADDRESS,
        abi: multicall3Abi,
        functionName: 'aggregate3',
        args,
        gas,
      } as const
      // viem passes `gas` on to the node.
      const answers = await rpc.client.readContract(request).catch((error: unknown) => {
        throw new RpcUnreachableError(network, { cause: error })
      })
      return {
        hasSucceeded: (place: number) => answers[place]?.success === true,
        /** 32 bytes of the answer as a number, the first ones by default; null for a call that failed. */
        numberAt: (place: number, word = 0): bigint | null => {
          const answer = answers[place]
          const start = 2 + 64 * word
          return answer?.success && answer.returnData.length >= start + 64
            ? hexToBigInt(`0x${answer.returnData.slice(start, start + 64)}`)
            : null
        },
      }
    },
  }
}

/** The amount that a payer may spend at a height, and its payments in flight that the amount already reflects. */
export type Funds = { height: bigint; spendableAtomic: bigint; landedKeys: string[] }

/** Asks for a payer's funds within a reading; null where a call for them failed. */
export function askFunds(
  batch: CallBatch,
  { payment, inFlight }: AssessmentRequest,
): (answers: CallAnswers) => Funds | null {
  const { asset, payer } = payment.authorization
  const height = batch.ask(blockNumberCall())
  const balance = batch.ask(balanceCall(asset as Hex, payer as Hex)) // Checked when the authorization was read.
  const allowance = needsAllowance(payment) ? [batch.ask(permit2AllowanceCall(asset as Hex, payer as Hex))] : []
  const spent = inFlight.map((authorization) => {
    const { call, isSpent } = spentCall(authorization)
    return { key: authorization.key, place: batch.ask(call), isSpent }
  })
  return (answers) => {
    const [atHeight, least, ...limits] = [height, balance, ...allowance].map((place) => answers.numberAt(place))
    const states = spent.map(({ key, place, isSpent }) => ({ key, isSpent, answer: answers.numberAt(place) }))
    if (atHeight == null || least == null || limits.includes(null) || states.some(({ answer }) => answer === null)) {
      return null
    }
    return {
      height: atHeight,
      spendableAtomic: limits.reduce<bigint>(
        (known, limit) => (limit !== null && limit < known ? limit : known),
        least,
      ),
      landedKeys: states.flatMap(({ key, isSpent, answer }) => (answer !== null && isSpent(answer) ? [key] : [])),
    }
  }
}

/** A sponsored approval comes with the settlement, so today's allowance says nothing. */
function needsAllowance({ payload, authorization }: SignedPayment): boolean {
  return !isEip3009Nonce(authorization.nonce) && echoedInfo(payload, 'eip2612GasSponsoring') === null
}

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

const permit2AllowanceCall = (asset: Hex, owner: Hex): EvmCall => ({
  to: asset,
  data: encodeFunctionData({ ...allowance, args: [owner, PERMIT2_ADDRESS] }),
})

/** Asks whether an authorization is spent; `isSpent` reads the 32 bytes of the answer. */
function spentCall({ asset, payer, nonce }: Authorization): {
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
