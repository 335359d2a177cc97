import { createTestClient, type Hex, http, type LocalAccount } from 'viem'
import { describe, expect, it } from 'vitest'
import { openEvmNode } from '../testing/evm-node'
import { freshAccount, readerAt, usdc, usdcBalance } from '../testing/evm-parties'
import {
  type Channel,
  channelOf,
  claimOf,
  depositCall,
  idOf,
  randomHex,
  settlementCall,
  signClaims,
  signRefund,
  type VoucherClaim,
} from '../testing/payment-channels'
import { canonicalAddresses } from './canonical-addresses'
import { readContractArtifacts } from './contract-artifacts'

const { rpcUrl, gas, fund, send: sendTo } = await openEvmNode()
const settlement = canonicalAddresses.batchSettlement
const { abi } = readContractArtifacts().BatchSettlement
const authorizer = freshAccount()

const send = (data: Hex, from: LocalAccount = gas) => sendTo(from, settlement, data)

const refusalOf = (functionName: string, args: readonly unknown[], from: LocalAccount = gas) =>
  readerAt(rpcUrl)
    .simulateContract({ address: settlement, abi, functionName, args, account: from })
    .then(
      () => null,
      (error: { walk: (is: (cause: unknown) => boolean) => { data?: { errorName?: string } } | null }) =>
        error.walk((cause) => typeof cause === 'object' && cause !== null && 'data' in cause)?.data?.errorName,
    )

const read = <T>(functionName: string, args: readonly unknown[]) =>
  readerAt(rpcUrl).readContract({ address: settlement, abi, functionName, args }) as Promise<T>

async function stateOf(channel: Channel) {
  const [balance, totalClaimed] = await read<[bigint, bigint]>('channels', [idOf(channel)])
  const [withdrawing] = await read<[bigint, number]>('pendingWithdrawals', [idOf(channel)])
  return { balance, totalClaimed, withdrawing, refundNonce: await read<bigint>('refundNonce', [idOf(channel)]) }
}

/** A payer with its own channel that holds 100, and a receiver that has nothing. */
async function openChannel() {
  const [payer, receiver] = [freshAccount(), freshAccount()]
  await fund(payer.address, 100n)
  const channel = channelOf(payer.address, receiver.address, authorizer.address)
  await send(await depositCall(payer, channel, { amount: 100n }))
  return { payer, receiver, channel }
}

const claim = async (claims: VoucherClaim[]) =>
  send(settlementCall('claimWithSignature', [claims, await signClaims(authorizer, claims)]))

const passTime = async (seconds: number) => {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
  await client.increaseTime({ seconds })
  await client.mine({ blocks: 1 })
}

describe('a deposit into a payment channel', () => {
  it('opens the channel that the SDK computes, and tops it up', async () => {
    const { payer, channel } = await openChannel()
    expect(await read('getChannelId', [channel])).toBe(idOf(channel))
    expect(await stateOf(channel)).toMatchObject({ balance: 100n, totalClaimed: 0n })
    expect(await usdcBalance(rpcUrl, payer.address)).toBe(0n)
  })

  it('is counted once, and goes into no other channel', async () => {
    const { payer, channel } = await openChannel()
    await fund(payer.address, 100n)
    const again = await depositCall(payer, channel, { amount: 100n })
    await expect(send(again)).rejects.toThrow('authorization is used or canceled')
    const other = { ...channel, salt: randomHex() }
    const fresh = { ...channel, salt: randomHex() }
    await expect(send(await depositCall(payer, fresh, { amount: 100n, into: other }))).rejects.toThrow(
      'invalid signature',
    )
  })

  it('is refused when its collector brings nothing', async () => {
    const rejecting = freshAccount().address
    await createTestClient({ mode: 'anvil', transport: http(rpcUrl) }).setCode({ address: rejecting, bytecode: '0x00' })
    const { channel } = await openChannel()
    expect(await refusalOf('deposit', [channel, 1n, rejecting, '0x'])).toBe('DepositIncomplete')
  })

  it('is collected by the settlement contract only', async () => {
    const { payer, channel } = await openChannel()
    for (const name of ['Erc3009DepositCollector', 'Permit2DepositCollector'] as const) {
      const address =
        name === 'Erc3009DepositCollector'
          ? canonicalAddresses.erc3009DepositCollector
          : canonicalAddresses.permit2DepositCollector
      const args = [payer.address, usdc, 1n, idOf(channel), '0x']
      const call = { address, abi: readContractArtifacts()[name].abi, functionName: 'collect', args, account: gas }
      await expect(readerAt(rpcUrl).simulateContract(call)).rejects.toThrow('OnlySettlement')
    }
  })

  it.each([
    ['a delay of less than fifteen minutes', { withdrawDelay: 899 }, 'WithdrawDelayOutOfRange'],
    ['a delay of more than thirty days', { withdrawDelay: 2_592_001 }, 'WithdrawDelayOutOfRange'],
    ['without an authorizer', { receiverAuthorizer: `0x${'0'.repeat(40)}` as const }, 'InvalidChannel'],
  ])('is refused for %s', async (_what, terms, refusal) => {
    const channel = { ...channelOf(gas.address, gas.address, gas.address), ...terms }
    const args = [channel, 1n, canonicalAddresses.erc3009DepositCollector, '0x']
    expect(await refusalOf('deposit', args)).toBe(refusal)
  })
})

describe('a claim', () => {
  it('of many channels is one transaction, and their money one transfer', async () => {
    const [one, two] = [await openChannel(), await openChannel()]
    const second = { ...two.channel, receiver: one.receiver.address }
    await fund(two.payer.address, 50n)
    await send(await depositCall(two.payer, second, { amount: 50n }))
    await claim([await claimOf(one.payer, one.channel, { max: 40n }), await claimOf(two.payer, second, { max: 30n })])
    expect(await usdcBalance(rpcUrl, one.receiver.address)).toBe(0n)
    const settle = settlementCall('settle', [one.receiver.address, usdc])
    await send(settle)
    await send(settle)
    expect(await usdcBalance(rpcUrl, one.receiver.address)).toBe(70n)
    expect(await stateOf(one.channel)).toMatchObject({ balance: 100n, totalClaimed: 40n })
  })

  it('counts the newest voucher alone, however often older ones are brought', async () => {
    const { payer, receiver, channel } = await openChannel()
    const [older, newer] = [await claimOf(payer, channel, { max: 10n }), await claimOf(payer, channel, { max: 25n })]
    await claim([newer, older])
    await claim([older, newer])
    await send(settlementCall('settle', [receiver.address, usdc]))
    expect(await usdcBalance(rpcUrl, receiver.address)).toBe(25n)
  })

  it.each([
    ['more than was signed', { max: 10n, claimed: 11n }, 'ClaimExceedsVoucher'],
    ['more than is in the channel', { max: 101n }, 'ClaimExceedsBalance'],
    ['what was signed for another chain', { max: 10n, chain: 8453 }, 'InvalidSignature'],
  ])('of %s is refused', async (_what, terms, refusal) => {
    const { payer, channel } = await openChannel()
    const claims = [await claimOf(payer, channel, terms)]
    expect(await refusalOf('claimWithSignature', [claims, await signClaims(authorizer, claims)])).toBe(refusal)
  })

  it('needs the payer, for that channel, and the one who may claim', async () => {
    const [{ payer, channel }, other] = [await openChannel(), await openChannel()]
    const sound = [await claimOf(payer, channel, { max: 10n })]
    const forged = [await claimOf(other.payer, channel, { max: 10n })]
    const moved = sound.map((entry) => ({ ...entry, voucher: { ...entry.voucher, channel: other.channel } }))
    for (const claims of [forged, moved]) {
      expect(await refusalOf('claimWithSignature', [claims, await signClaims(authorizer, claims)])).toBe(
        'InvalidSignature',
      )
    }
    expect(await refusalOf('claimWithSignature', [sound, await signClaims(payer, sound)])).toBe('InvalidSignature')
    expect(await refusalOf('claim', [sound])).toBe('NotAuthorized')
    expect(await refusalOf('claim', [sound], authorizer)).toBe(null)
  })

  it('of a channel with another authorizer does not ride along', async () => {
    const { payer, channel } = await openChannel()
    const foreign = { ...channel, receiverAuthorizer: payer.address }
    const claims = [await claimOf(payer, channel, { max: 1n }), await claimOf(payer, foreign, { max: 1n })]
    expect(await refusalOf('claimWithSignature', [claims, await signClaims(authorizer, claims)])).toBe('NotAuthorized')
  })
})

describe('refunds to the payer', () => {
  it('is refunded in one transaction with the last claim', async () => {
    const { payer, channel } = await openChannel()
    const claims = [await claimOf(payer, channel, { max: 40n })]
    const calls = [
      settlementCall('claimWithSignature', [claims, await signClaims(authorizer, claims)]),
      settlementCall('refundWithSignature', [
        channel,
        100n,
        0n,
        await signRefund(authorizer, channel, { nonce: 0n, amount: 100n }),
      ]),
    ]
    await send(settlementCall('multicall', [calls]))
    expect(await usdcBalance(rpcUrl, payer.address)).toBe(60n)
    expect(await stateOf(channel)).toMatchObject({ balance: 40n, totalClaimed: 40n, refundNonce: 1n })
  })

  it('is refunded once per signature, for that amount, on that chain', async () => {
    const { payer, channel } = await openChannel()
    const signature = await signRefund(authorizer, channel, { nonce: 0n, amount: 10n })
    expect(await refusalOf('refundWithSignature', [channel, 11n, 0n, signature])).toBe('InvalidSignature')
    const elsewhere = await signRefund(authorizer, channel, { nonce: 0n, amount: 10n, chain: 8453 })
    expect(await refusalOf('refundWithSignature', [channel, 10n, 0n, elsewhere])).toBe('InvalidSignature')
    await send(settlementCall('refundWithSignature', [channel, 10n, 0n, signature]))
    expect(await refusalOf('refundWithSignature', [channel, 10n, 0n, signature])).toBe('InvalidNonce')
    expect(await refusalOf('refundWithSignature', [channel, 10n, 1n, signature])).toBe('InvalidSignature')
    expect(await refusalOf('refund', [channel, 10n], payer)).toBe('NotAuthorized')
    expect(await usdcBalance(rpcUrl, payer.address)).toBe(10n)
  })

  it('is withdrawn after the delay, less what was claimed in the meantime', async () => {
    const { payer, channel } = await openChannel()
    expect(await refusalOf('initiateWithdraw', [channel, 101n], payer)).toBe('InvalidAmount')
    expect(await refusalOf('initiateWithdraw', [channel, 100n])).toBe('NotAuthorized')
    await send(settlementCall('initiateWithdraw', [channel, 100n]), payer)
    expect(await refusalOf('initiateWithdraw', [channel, 1n], payer)).toBe('WithdrawalPending')
    expect(await refusalOf('finalizeWithdraw', [channel], payer)).toBe('WithdrawalNotReady')
    await claim([await claimOf(payer, channel, { max: 30n })])
    await passTime(900)
    await send(settlementCall('finalizeWithdraw', [channel]), payer)
    expect(await usdcBalance(rpcUrl, payer.address)).toBe(70n)
    const late = [await claimOf(payer, channel, { max: 31n })]
    expect(await refusalOf('claimWithSignature', [late, await signClaims(authorizer, late)])).toBe(
      'ClaimExceedsBalance',
    )
  })

  it('is not paid twice when a refund comes into a withdrawal', async () => {
    const { payer, channel } = await openChannel()
    await send(settlementCall('initiateWithdraw', [channel, 80n]), payer)
    const signature = await signRefund(authorizer, channel, { nonce: 0n, amount: 50n })
    await send(settlementCall('refundWithSignature', [channel, 50n, 0n, signature]))
    expect(await stateOf(channel)).toMatchObject({ balance: 50n, withdrawing: 30n })
    await passTime(900)
    await send(settlementCall('finalizeWithdraw', [channel]), payer)
    expect(await usdcBalance(rpcUrl, payer.address)).toBe(80n)
  })
})
