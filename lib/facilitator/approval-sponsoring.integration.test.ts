import {
  encodeFunctionData,
  erc20Abi,
  type Hex,
  type LocalAccount,
  numberToHex,
  toFunctionSelector,
  type TransactionReceipt,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localAddresses } from '@/lib/processes/devnet/evm/canonical-addresses'
import { readerAt } from '@/lib/processes/devnet/testing/evm-parties'
import { evmNetwork, type FacilitatorWorld, openFacilitatorWorld } from '@/lib/processes/testing/facilitator-world'
import { type RpcCall, startFaultyRpc } from '@/lib/processes/testing/faulty-rpc'
import { openPlainTokenPayments, type PlainTokenPayments } from '@/lib/processes/testing/plain-token-payments'
import { testWorld } from '@/lib/processes/testing/test-world'
import type { PaymentPayload } from '@/lib/x402/wire'

const { plainToken } = localAddresses

let world: FacilitatorWorld
let plain: PlainTokenPayments

beforeAll(async () => {
  world = await openFacilitatorWorld({ gasWallets: 2 })
  plain = await openPlainTokenPayments(world, testWorld().evmRpcUrl)
})
afterAll(() => world.close())

describe('a token that knows approvals alone', () => {
  it.each(['exact', 'upto'] as const)(
    'is paid by %s from a wallet without gas, at its first payment',
    async (scheme) => {
      const buyer = await plain.newBuyer()
      const fundings = await plain.countFundings()
      const first = await plain.sign(buyer, plain.termsOf(scheme))
      expect(first.paymentPayload.extensions).toHaveProperty('erc20ApprovalGasSponsoring.info.signedTransaction')
      expect(await world.facilitator.verify(first)).toMatchObject({ isValid: true })
      const settled = await world.facilitator.settle(first)
      expect(settled).toMatchObject({ kind: 'settled', response: { success: true } })
      expect(await plain.balanceOf(first.paymentRequirements.payTo)).toBe(10_000n)
      expect(await plain.countFundings()).toBe(fundings + 1)

      const second = await plain.sign(buyer, plain.termsOf(scheme))
      expect(second.paymentPayload.extensions).not.toHaveProperty('erc20ApprovalGasSponsoring.info.signedTransaction')
      expect(await world.facilitator.settle(second)).toMatchObject({ kind: 'settled' })
      expect(await plain.countFundings()).toBe(fundings + 1)
      expect(await world.facilitator.settle(first)).toMatchObject({
        kind: 'refused',
        response: { errorReason: 'duplicate_settlement' },
      })
    },
  )

  it('sends no gas money to a payer that has some', async () => {
    const buyer = await plain.newBuyer()
    await testWorld().faucet({ network: evmNetwork, address: buyer.address, amountAtomic: 0n, includesGas: true })
    const fundings = await plain.countFundings()
    const request = await plain.sign(buyer, plain.termsOf('exact'))
    expect(await world.facilitator.settle(request)).toMatchObject({ kind: 'settled' })
    expect(await plain.countFundings()).toBe(fundings)
  })

  it('funds one approval once when two instances settle two payments that bring it along', async () => {
    const buyer = await plain.newBuyer()
    const other = await world.openInstance()
    const fundings = await plain.countFundings()
    const requests = await signTwo(buyer, { isSecondHigher: false })
    const outcomes = await Promise.all([world.facilitator.settle(requests[0]), other.settle(requests[1])])
    expect(outcomes).toMatchObject([{ kind: 'settled' }, { kind: 'settled' }])
    expect(await plain.countFundings()).toBe(fundings + 1)
  })

  it('funds one of two approvals when an instance sees the payer as it was before the other was funded', async () => {
    const buyer = await plain.newBuyer()
    const fundings = await plain.countFundings()
    const requests = await signTwo(buyer, { isSecondHigher: true })
    const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
    try {
      const late = await world.openInstance({ evmRpcUrls: [rpc.url] })
      let block: unknown = null
      let overtaking: Promise<unknown> | null = null
      rpc.decide(({ method, params }) => {
        // Fees fall with every block that others mine; for this one they stay what they were when the buyer signed.
        if (method === 'eth_getBlockByNumber') return { change: (result) => (block ??= result) }
        const isOfBuyer = JSON.stringify(params).toLowerCase().includes(buyer.address.toLowerCase())
        if (method !== 'eth_getBalance' || !isOfBuyer) return 'pass'
        return { change: async (result) => (await (overtaking ??= world.facilitator.settle(requests[0])), result) }
      })
      await late.health()
      expect(await late.settle(requests[1])).toMatchObject({ kind: 'settled' })
      expect(await overtaking).toMatchObject({ kind: 'settled' })
      expect(await plain.countFundings()).toBe(fundings + 1)
    } finally {
      await rpc.stop()
    }
  })

  it('is paid for when the approval lands by another way while the payer is read', async () => {
    const buyer = await plain.newBuyer()
    await testWorld().faucet({ network: evmNetwork, address: buyer.address, amountAtomic: 0n, includesGas: true })
    const request = await plain.sign(buyer, plain.termsOf('exact'))
    const { info } = request.paymentPayload.extensions?.['erc20ApprovalGasSponsoring'] as {
      info: { signedTransaction: Hex }
    } // Signed above.
    const node = readerAt(testWorld().evmRpcUrl)
    const land = async () => {
      const hash = await node.sendRawTransaction({ serializedTransaction: info.signedTransaction })
      return node.waitForTransactionReceipt({ hash })
    }
    const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
    try {
      const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url] })
      expect(await facilitator.verify(request)).toMatchObject({ isValid: true })
      let landing: Promise<TransactionReceipt> | null = null
      rpc.decide((call) =>
        readsApproval(call, buyer.address) && !landing
          ? { change: async (result) => (await (landing = land()), result) }
          : 'pass',
      )
      expect(await facilitator.settle(request)).toMatchObject({ kind: 'settled' })
      expect(await landing).toMatchObject({ status: 'success' })
    } finally {
      await rpc.stop()
    }
  })
})

/** Two payments of one buyer, whose approvals offer equal fees, whatever others mine, or the second one more. */
async function signTwo(buyer: LocalAccount, { isSecondHigher }: { isSecondHigher: boolean }) {
  const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
  const signer = await openPlainTokenPayments(world, rpc.url)
  const known = new Map<string, unknown>()
  rpc.decide(({ method }) => {
    if (method !== 'eth_getBlockByNumber' && method !== 'eth_maxPriorityFeePerGas') return 'pass'
    return { change: (result) => known.get(method) ?? (known.set(method, result), result) }
  })
  const first = await signer.sign(buyer, plain.termsOf('exact'))
  const tip = BigInt(known.get('eth_maxPriorityFeePerGas') as Hex) // The node wrote it.
  if (isSecondHigher) known.set('eth_maxPriorityFeePerGas', numberToHex(tip + 1n))
  const second = await signer.sign(buyer, plain.termsOf('exact'))
  await rpc.stop()
  return [first, second] as const
}

/** Either of the two readings that tell whether an approval must still land. */
function readsApproval({ method, params }: RpcCall, payer: string): boolean {
  const isOfPayer = JSON.stringify(params).toLowerCase().includes(payer.toLowerCase().slice(2))
  const allowance = toFunctionSelector('function allowance(address owner, address spender)')
  const isAllowance = method === 'eth_call' && JSON.stringify(params).includes(allowance)
  return isOfPayer && (isAllowance || method === 'eth_getTransactionCount')
}

const isFrom = (call: unknown, address: string) =>
  JSON.stringify(call).toLowerCase().includes(`"from":"${address.toLowerCase()}"`)

describe('gas money', () => {
  it('comes from the wallet that has some', async () => {
    const rich = await openFacilitatorWorld({ gasWallets: 2 })
    const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
    try {
      const [dry = ''] = rich.gasKeys.map((key) => privateKeyToAccount(key).address)
      const params = [dry, '0x0'] as never // Anvil's own method, which viem's public client does not list.
      await readerAt(testWorld().evmRpcUrl).request({ method: 'anvil_setBalance' as never, params })
      // Anvil does not mind whether a sender has what it sends in an estimate; other nodes do.
      const insufficient = { error: { code: -32000, message: 'insufficient funds for transfer' } }
      const isTransferOf = ({ method, params: [call] }: RpcCall) =>
        method === 'eth_estimateGas' && /"value"/.test(JSON.stringify(call)) && isFrom(call, dry)
      rpc.decide((call) => (isTransferOf(call) ? insufficient : 'pass'))
      const facilitator = await rich.openInstance({ evmRpcUrls: [rpc.url] })
      expect(await facilitator.health()).toMatchObject({ status: 'degraded' })
      const payments = await openPlainTokenPayments(rich, testWorld().evmRpcUrl)
      const request = await payments.sign(await payments.newBuyer(), payments.termsOf('exact'))
      expect(await facilitator.settle(request)).toMatchObject({ kind: 'settled' })
    } finally {
      await rich.close()
      await rpc.stop()
    }
  })
})

describe('a payment that is refused with its approval', () => {
  it('says that the network cannot be reached when it cannot tell what the settlement costs', async () => {
    const request = await plain.sign(await plain.newBuyer(), plain.termsOf('exact'))
    const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
    try {
      rpc.decide(({ method }) => (method === 'eth_estimateGas' ? 'status-500' : 'pass'))
      const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url] })
      const unreachable = { kind: 'refused', response: { errorReason: 'unexpected_settle_error' } }
      expect(await facilitator.settle(request)).toMatchObject(unreachable)
    } finally {
      await rpc.stop()
    }
  })

  it('says so when the allowance is missing and no approval comes along', async () => {
    const request = await plain.sign(await plain.newBuyer(), plain.termsOf('exact'))
    const { extensions: _none, ...bare } = request.paymentPayload
    const verdict = await world.facilitator.verify({ ...request, paymentPayload: bare as PaymentPayload })
    expect(verdict).toMatchObject({ isValid: false, invalidReason: 'permit2_allowance_required' })
  })

  it('moves and funds nothing when verify saw another approval than settle', async () => {
    const buyer = await plain.newBuyer()
    const fundings = await plain.countFundings()
    const honest = await plain.sign(buyer, plain.termsOf('exact'))
    const stranger = await plain.sign(await plain.newBuyer(), honest.paymentRequirements)
    expect(await world.facilitator.verify(honest)).toMatchObject({ isValid: true })
    const swapped = { ...honest.paymentPayload, extensions: stranger.paymentPayload.extensions } as PaymentPayload
    expect(await world.facilitator.settle({ ...honest, paymentPayload: swapped })).toMatchObject({
      kind: 'refused',
      response: { transaction: '', errorReason: 'erc20_approval_tx_signer_mismatch' },
    })
    expect(await plain.countFundings()).toBe(fundings)
    expect(await world.facilitator.settle(honest)).toMatchObject({ kind: 'settled' })
  })

  it('gives no gas money for an approval that asks for too much of it', async () => {
    const buyer = await plain.newBuyer()
    const fundings = await plain.countFundings()
    const request = await plain.sign(buyer, plain.termsOf('exact'))
    const signedTransaction = await buyer.signTransaction({
      type: 'eip1559',
      chainId: 84532,
      to: plainToken,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: ['0x000000000022D473030F116dDEE9F6B43aC78BA3', 2n ** 256n - 1n],
      }),
      nonce: 0,
      gas: 70_000n,
      maxFeePerGas: 10n ** 15n,
      maxPriorityFeePerGas: 1n,
    })
    const { info } = request.paymentPayload.extensions?.['erc20ApprovalGasSponsoring'] as { info: object } // Signed above.
    const extensions = { erc20ApprovalGasSponsoring: { info: { ...info, signedTransaction } } }
    const paymentPayload = { ...request.paymentPayload, extensions } as PaymentPayload
    expect(await world.facilitator.settle({ ...request, paymentPayload })).toMatchObject({
      kind: 'refused',
      response: { transaction: '', errorReason: 'erc20_approval_tx_failed' },
    })
    expect(await plain.countFundings()).toBe(fundings)
  })
})
