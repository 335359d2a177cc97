import { PERMIT2_ADDRESS } from '@x402/evm'
import { type Address, encodeFunctionData, erc20Abi, type Hex, keccak256, maxUint256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { PaymentPayload } from '@/lib/x402/wire'
import type { Authorization } from '../authorization'
import { readSponsoredApproval } from './sponsored-approval'

const payer = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
const token: Address = `0x${'9a'.repeat(20)}`
const elsewhere: Address = `0x${'11'.repeat(20)}`

const authorization: Authorization = {
  key: 'k',
  network: 'eip155:84532',
  scheme: 'exact',
  asset: token,
  payer: payer.address,
  payTo: elsewhere,
  nonce: '7',
  amountAtomic: 10_000n,
  validAfter: null,
  validBefore: null,
}

const approve = (spender: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })

const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [elsewhere, 1n] })

const base = {
  type: 'eip1559' as const,
  chainId: 84532,
  to: token,
  data: approve(PERMIT2_ADDRESS, maxUint256),
  nonce: 3,
  gas: 70_000n,
  maxFeePerGas: 10n,
  maxPriorityFeePerGas: 1n,
}

function payloadWith(signedTransaction: unknown, more: Record<string, unknown> = {}): PaymentPayload {
  const terms = { from: payer.address, asset: token, spender: PERMIT2_ADDRESS, amount: maxUint256.toString() }
  const info = { ...terms, signedTransaction, version: '1' }
  return { extensions: { erc20ApprovalGasSponsoring: { info }, ...more } } as unknown as PaymentPayload // What is read.
}

const read = async (change: Partial<typeof base> & { value?: bigint }, signer = payer) =>
  readSponsoredApproval(payloadWith(await signer.signTransaction({ ...base, ...change })), authorization)

describe('an approval that a payment brings along', () => {
  it('is read with what sending it takes', async () => {
    const raw = await payer.signTransaction(base)
    expect(await readSponsoredApproval(payloadWith(raw), authorization)).toEqual({
      raw,
      hash: keccak256(raw),
      token,
      data: base.data,
      nonce: 3,
      gas: 70_000n,
      maxFeePerGas: 10n,
    })
  })

  it('may cover this payment alone', async () => {
    expect(await read({ data: approve(PERMIT2_ADDRESS, 10_000n) })).toMatchObject({ nonce: 3 })
  })

  it('is not looked for beside EIP-3009, a permit, or nothing but the offer', async () => {
    const payload = payloadWith(await payer.signTransaction(base))
    const nonce = `0x${'00'.repeat(32)}`
    expect(await readSponsoredApproval(payload, { ...authorization, nonce })).toBeNull()
    const offer = { erc20ApprovalGasSponsoring: { info: { description: 'sponsored', version: '1' } } }
    const offered = { extensions: offer } as unknown as PaymentPayload // As above.
    expect(await readSponsoredApproval(offered, authorization)).toBeNull()
    expect(await readSponsoredApproval({ ...offered, extensions: undefined }, authorization)).toBeNull()
  })

  it.each<[string, string, Parameters<typeof read>[0]]>([
    ['wrong_target', 'another token', { to: elsewhere }],
    ['wrong_spender', 'another spender', { data: approve(elsewhere, maxUint256) }],
    ['wrong_selector', 'a transfer', { data: transfer }],
    ['wrong_selector', 'no arguments', { data: '0x095ea7b3' }],
    ['invalid_calldata', 'too small an amount', { data: approve(PERMIT2_ADDRESS, 9_999n) }],
    ['parse_failed', 'another chain', { chainId: 8453 }],
    ['parse_failed', 'money on board', { value: 1n }],
    ['parse_failed', 'more gas than approvals take', { gas: 100_001n }],
  ])('is refused with erc20_approval_tx_%s for %s', async (what, _case, change) => {
    await expect(read(change)).rejects.toMatchObject({ reason: `erc20_approval_tx_${what}` })
  })

  it('is refused when somebody else signed it', async () => {
    await expect(read({}, stranger)).rejects.toMatchObject({ reason: 'erc20_approval_tx_signer_mismatch' })
  })

  it.each<[string, Hex | number]>([
    ['no transaction', '0x02'],
    ['garbage', `0x02${'ff'.repeat(40)}`],
    ['another type of transaction', `0x01${'00'.repeat(40)}`],
    ['far too much', `0x02${'00'.repeat(2_000)}`],
  ])('is refused when it is %s', async (_what, raw) => {
    const reading = readSponsoredApproval(payloadWith(raw), authorization)
    await expect(reading).rejects.toMatchObject({ reason: 'erc20_approval_tx_parse_failed' })
  })
})
