import { randomBytes } from 'node:crypto'
import { type Address, encodeFunctionData, type Hex, type LocalAccount, parseAbi, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { openEvmNode } from '../testing/evm-node'
import { authorizationFields, freshAccount, readerAt, usdc, usdcBalance, usdcDomain } from '../testing/evm-parties'
import { canonicalAddresses } from './canonical-addresses'
import { readContractArtifacts } from './contract-artifacts'

const usdcAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function blacklist(address account)',
  'function unBlacklist(address account)',
])

const { rpcUrl, gas, fund, send } = await openEvmNode()
const seller = freshAccount().address

async function fundedBuyer(amountAtomic: bigint): Promise<LocalAccount> {
  const buyer = freshAccount()
  await fund(buyer.address, amountAtomic)
  return buyer
}

const nowSeconds = () => BigInt(Math.floor(Date.now() / 1000))
const randomNonce = (): Hex => `0x${randomBytes(32).toString('hex')}`

type Terms = { value?: bigint; validAfter?: bigint; validBefore?: bigint; nonce?: Hex; to?: Address }

async function authorize(
  from: LocalAccount,
  kind: 'TransferWithAuthorization' | 'ReceiveWithAuthorization',
  terms: Terms,
) {
  const { value = 10n, validAfter = 0n, validBefore = nowSeconds() + 60n, nonce = randomNonce(), to = seller } = terms
  const message = { from: from.address, to, value, validAfter, validBefore, nonce }
  const types = { [kind]: authorizationFields }
  const signature = await from.signTypedData({ domain: usdcDomain, types, primaryType: kind, message })
  return [from.address, to, value, validAfter, validBefore, nonce, signature] as const
}

const transferCall = async (from: LocalAccount, terms: Terms = {}) => {
  const args = await authorize(from, 'TransferWithAuthorization', terms)
  return encodeFunctionData({ abi: usdcAbi, functionName: 'transferWithAuthorization', args })
}

describe('the test USDC', () => {
  it('spends an authorization once', async () => {
    const buyer = await fundedBuyer(100n)
    const call = await transferCall(buyer)
    expect((await send(gas, usdc, call)).status).toBe('success')
    await expect(send(gas, usdc, call)).rejects.toThrow('FiatTokenV2: authorization is used or canceled')
    expect(await usdcBalance(rpcUrl, buyer.address)).toBe(90n)
  })

  it.each([
    ['before its time', { validAfter: 4_000_000_000n }, 'authorization is not yet valid'],
    ['after its time', { validBefore: 1n }, 'authorization is expired'],
    ['for more than the balance', { value: 101n }, 'transfer amount exceeds balance'],
    ['to nobody', { to: zeroAddress }, 'transfer to the zero address'],
  ])('refuses an authorization %s', async (_when, terms, reason) => {
    const buyer = await fundedBuyer(100n)
    await expect(send(gas, usdc, await transferCall(buyer, terms))).rejects.toThrow(reason)
    expect(await usdcBalance(rpcUrl, buyer.address)).toBe(100n)
  })

  it('refuses a signature of another wallet', async () => {
    const buyer = await fundedBuyer(100n)
    const [, ...terms] = await authorize(freshAccount(), 'TransferWithAuthorization', {})
    const args = [buyer.address, ...terms] as const
    const forged = encodeFunctionData({ abi: usdcAbi, functionName: 'transferWithAuthorization', args })
    await expect(send(gas, usdc, forged)).rejects.toThrow('FiatTokenV2: invalid signature')
  })

  it('lets only the payee receive with an authorization', async () => {
    const buyer = await fundedBuyer(100n)
    const payee = await fundedBuyer(0n)
    const args = await authorize(buyer, 'ReceiveWithAuthorization', { to: payee.address })
    const call = encodeFunctionData({ abi: usdcAbi, functionName: 'receiveWithAuthorization', args })
    await expect(send(gas, usdc, call)).rejects.toThrow('caller must be the payee')
    expect((await send(payee, usdc, call)).status).toBe('success')
    expect(await usdcBalance(rpcUrl, payee.address)).toBe(10n)
  })

  it('never settles a cancelled authorization', async () => {
    const buyer = await fundedBuyer(100n)
    const nonce = randomNonce()
    const call = await transferCall(buyer, { nonce })
    const signature = await buyer.signTypedData({
      domain: usdcDomain,
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: buyer.address, nonce },
    })
    const args = [buyer.address, nonce, signature] as const
    await send(gas, usdc, encodeFunctionData({ abi: usdcAbi, functionName: 'cancelAuthorization', args }))
    await expect(send(gas, usdc, call)).rejects.toThrow('authorization is used or canceled')
  })

  it('moves nothing from or to a blacklisted account', async () => {
    const buyer = await fundedBuyer(100n)
    const set = (functionName: 'blacklist' | 'unBlacklist') =>
      send(gas, usdc, encodeFunctionData({ abi: usdcAbi, functionName, args: [buyer.address] }))
    await set('blacklist')
    await expect(send(gas, usdc, await transferCall(buyer))).rejects.toThrow('Blacklistable: account is blacklisted')
    await set('unBlacklist')
    expect((await send(gas, usdc, await transferCall(buyer))).status).toBe('success')
  })
})

describe('Multicall3', () => {
  it('settles the good authorizations of a batch and lets each bad one fail alone', async () => {
    const buyers = await Promise.all([100n, 1n, 100n].map(fundedBuyer))
    const calls = await Promise.all(
      buyers.map(async (buyer) => ({ target: usdc, allowFailure: true, callData: await transferCall(buyer) })),
    )
    const { abi } = readContractArtifacts().Multicall3
    await send(
      gas,
      canonicalAddresses.multicall3,
      encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] }),
    )
    const balances = await Promise.all(buyers.map(({ address }) => usdcBalance(rpcUrl, address)))
    expect(balances).toEqual([90n, 1n, 90n])

    const strict = calls.map((call) => ({ ...call, allowFailure: false }))
    const again = encodeFunctionData({ abi, functionName: 'aggregate3', args: [strict] })
    await expect(send(gas, canonicalAddresses.multicall3, again)).rejects.toThrow('Multicall3: call failed')
  })
})

describe('the upto proxy', () => {
  it('settles up to the permitted amount, once, for the named facilitator alone', async () => {
    const buyer = await fundedBuyer(1_000n)
    const approve = encodeFunctionData({
      abi: usdcAbi,
      functionName: 'approve',
      args: [canonicalAddresses.permit2, 1_000n],
    })
    await send(buyer, usdc, approve)
    const { permit, witness, signature } = await permitUpto(buyer, 100n)
    const { abi } = readContractArtifacts().UptoPaymentProxy
    const settle = (amount: bigint) =>
      encodeFunctionData({ abi, functionName: 'settle', args: [permit, amount, buyer.address, witness, signature] })
    const proxyAbi = [...abi, ...readContractArtifacts().SignatureTransfer.abi]
    const simulate = (account: Address, amount: bigint) =>
      readerAt(rpcUrl).simulateContract({
        account,
        address: canonicalAddresses.uptoProxy,
        abi: proxyAbi,
        functionName: 'settle',
        args: [permit, amount, buyer.address, witness, signature],
      })

    await expect(simulate(buyer.address, 40n)).rejects.toThrow('UnauthorizedFacilitator')
    await expect(simulate(gas.address, 101n)).rejects.toThrow('AmountExceedsPermitted')
    expect((await send(gas, canonicalAddresses.uptoProxy, settle(40n))).status).toBe('success')
    expect(await usdcBalance(rpcUrl, buyer.address)).toBe(960n)
    await expect(simulate(gas.address, 40n)).rejects.toThrow('InvalidNonce')
  })
})

async function permitUpto(buyer: LocalAccount, amount: bigint) {
  const permit = { permitted: { token: usdc, amount }, nonce: BigInt(randomNonce()), deadline: nowSeconds() + 60n }
  const witness = { to: seller, facilitator: gas.address, validAfter: 0n }
  const signature = await buyer.signTypedData({
    domain: { name: 'Permit2', chainId: 84532, verifyingContract: canonicalAddresses.permit2 },
    types: {
      PermitWitnessTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
        { name: 'witness', type: 'Witness' },
      ],
      TokenPermissions: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
      Witness: [
        { name: 'to', type: 'address' },
        { name: 'facilitator', type: 'address' },
        { name: 'validAfter', type: 'uint256' },
      ],
    },
    primaryType: 'PermitWitnessTransferFrom',
    message: { ...permit, spender: canonicalAddresses.uptoProxy, witness },
  })
  return { permit, witness, signature }
}
