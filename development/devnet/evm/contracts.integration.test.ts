import { randomBytes } from 'node:crypto'
import { type Address, encodeFunctionData, type Hex, type LocalAccount, parseAbi, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { testWorld } from '@/development/testing/test-world'
import {
  authorizationFields,
  EVM_NETWORK,
  freshAccount,
  usdc,
  usdcBalance,
  usdcDomain,
  walletAt,
} from '../testing/evm-parties'

const usdcAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

const { evmRpcUrl: rpcUrl, faucet } = testWorld()
const seller = freshAccount().address

async function fundedBuyer(amountAtomic: bigint): Promise<LocalAccount> {
  const buyer = freshAccount()
  await faucet({ network: EVM_NETWORK, address: buyer.address, amountAtomic })
  return buyer
}

const gas = await fundedBuyer(0n)

/** Fails with the contract's own message, which the node returns before anything is sent. */
async function send(account: LocalAccount, to: Address, data: Hex) {
  const wallet = walletAt(rpcUrl, account)
  return wallet.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to, data }) })
}

const nowSeconds = () => BigInt(Math.floor(Date.now() / 1000))
const randomNonce = (): Hex => `0x${randomBytes(32).toString('hex')}`

type Terms = { value?: bigint; validAfter?: bigint; validBefore?: bigint; nonce?: Hex; to?: Address }

async function authorize(from: LocalAccount, terms: Terms) {
  const { value = 10n, validAfter = 0n, validBefore = nowSeconds() + 60n, nonce = randomNonce(), to = seller } = terms
  const message = { from: from.address, to, value, validAfter, validBefore, nonce }
  const primaryType = 'TransferWithAuthorization'
  const types = { [primaryType]: authorizationFields }
  const signature = await from.signTypedData({ domain: usdcDomain, types, primaryType, message })
  return [from.address, to, value, validAfter, validBefore, nonce, signature] as const
}

const transferCall = async (from: LocalAccount, terms: Terms = {}) => {
  const args = await authorize(from, terms)
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
    const [, ...terms] = await authorize(freshAccount(), {})
    const args = [buyer.address, ...terms] as const
    const forged = encodeFunctionData({ abi: usdcAbi, functionName: 'transferWithAuthorization', args })
    await expect(send(gas, usdc, forged)).rejects.toThrow('FiatTokenV2: invalid signature')
  })
})
