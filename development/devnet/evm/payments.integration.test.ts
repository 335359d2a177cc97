import { createPermit2ApprovalTx } from '@x402/evm'
import { declareEip2612GasSponsoringExtension } from '@x402/extensions'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  hashTypedData,
  type LocalAccount,
  parseAbi,
  serializeErc6492Signature,
  zeroHash,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { openEvmNode } from '../testing/evm-node'
import {
  evmFacilitator,
  evmPayer,
  freshAccount,
  openEvmServer,
  readerAt,
  usdc,
  usdcBalance,
  walletAt,
} from '../testing/evm-parties'
import { localAddresses } from './canonical-addresses'

const { rpcUrl, gas, fund } = await openEvmNode()
const payTo = freshAccount().address
const server = await openEvmServer(evmFacilitator(rpcUrl, gas), payTo)

/** Pays once and returns the changes of the seller's and the payer's balances. */
async function moved(payer: Address, run: () => ReturnType<typeof server.pay>) {
  const read = () => Promise.all([usdcBalance(rpcUrl, payer), usdcBalance(rpcUrl, payTo)])
  const [payerBefore, sellerBefore] = await read()
  const { verified, settled } = await run()
  const [payerAfter, sellerAfter] = await read()
  return { verified, settled, paid: payerBefore - payerAfter, earned: sellerAfter - sellerBefore }
}

describe('payments by the stock SDK on the local EVM chain', () => {
  it('settles exact by EIP-3009 for a wallet without gas', async () => {
    const buyer = freshAccount()
    await fund(buyer.address, 1_000_000n, false)
    const quote = await server.quote('exact', '$0.01')
    const outcome = await moved(buyer.address, () => server.pay(evmPayer(rpcUrl, buyer), quote))
    expect(outcome).toMatchObject({ settled: { success: true }, paid: 10_000n, earned: 10_000n })
  })

  it('refuses exact from a wallet that holds too little, and moves nothing', async () => {
    const buyer = freshAccount()
    await fund(buyer.address, 5n, false)
    const quote = await server.quote('exact', '$0.01')
    const outcome = await moved(buyer.address, () => server.pay(evmPayer(rpcUrl, buyer), quote))
    expect(outcome.verified.isValid).toBe(false)
    expect(outcome).toMatchObject({ settled: null, paid: 0n, earned: 0n })
  })

  it('settles exact and upto over Permit2 once the wallet has approved it', async () => {
    const buyer = freshAccount()
    await fund(buyer.address, 1_000_000n)
    const client = evmPayer(rpcUrl, buyer)
    const upto = await server.quote('upto', '$0.10')
    const unapproved = await server.pay(client, upto, '40000')
    expect(unapproved.verified).toMatchObject({ isValid: false, invalidReason: 'permit2_allowance_required' })

    await approvePermit2(buyer)
    const uptoOutcome = await moved(buyer.address, () => server.pay(client, upto, '40000'))
    expect(uptoOutcome).toMatchObject({ settled: { success: true }, paid: 40_000n, earned: 40_000n })

    const permit2 = { name: 'USDC', version: '2', assetTransferMethod: 'permit2' }
    const exact = await server.quote('exact', { asset: usdc, amount: '5000', extra: permit2 })
    const exactOutcome = await moved(buyer.address, () => server.pay(client, exact))
    expect(exactOutcome).toMatchObject({ settled: { success: true }, paid: 5_000n, earned: 5_000n })
  })

  it('settles upto with a sponsored EIP-2612 approval for a wallet without gas', async () => {
    const buyer = freshAccount()
    await fund(buyer.address, 1_000_000n, false)
    const quote = await server.quote('upto', '$0.10', declareEip2612GasSponsoringExtension())
    const outcome = await moved(buyer.address, () => server.pay(evmPayer(rpcUrl, buyer), quote, '4000'))
    expect(outcome).toMatchObject({ settled: { success: true }, paid: 4_000n, earned: 4_000n })
  })

  it('settles for a smart wallet before (EIP-6492) and after (EIP-1271) it is deployed', async () => {
    const owner = freshAccount()
    const wallet = await smartWalletOf(owner)
    await fund(wallet, 1_000_000n, false)
    const quote = await server.quote('exact', '$0.01')
    for (const isDeployed of [false, true]) {
      expect((await readerAt(rpcUrl).getCode({ address: wallet })) !== undefined).toBe(isDeployed)
      const signer = smartWalletSigner(owner, wallet, isDeployed)
      const outcome = await moved(wallet, () => server.pay(evmPayer(rpcUrl, signer), quote))
      expect(outcome).toMatchObject({ settled: { success: true }, paid: 10_000n, earned: 10_000n })
    }
  })
})

async function approvePermit2(buyer: LocalAccount) {
  const wallet = walletAt(rpcUrl, buyer)
  await wallet.waitForTransactionReceipt({ hash: await wallet.sendTransaction(createPermit2ApprovalTx(usdc)) })
  const allowance = await wallet.readContract({
    address: usdc,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [buyer.address, '0x000000000022D473030F116dDEE9F6B43aC78BA3'],
  })
  expect(allowance).toBeGreaterThan(0n)
}

const factoryAbi = parseAbi([
  'function getAddress(address owner, bytes32 salt) view returns (address)',
  'function createAccount(address owner, bytes32 salt) returns (address)',
])

const smartWalletOf = (owner: LocalAccount) =>
  readerAt(rpcUrl).readContract({
    address: localAddresses.smartWalletFactory,
    abi: factoryAbi,
    functionName: 'getAddress',
    args: [owner.address, zeroHash],
  })

function smartWalletSigner(owner: LocalAccount, wallet: Address, isDeployed: boolean) {
  return {
    address: wallet,
    signTypedData: async (message: unknown) => {
      const digest = hashTypedData(message as Parameters<typeof hashTypedData>[0])
      const ownerSignature = (await owner.sign?.({ hash: digest })) ?? '0x'
      const wrapper = [{ ownerIndex: 0n, signatureData: ownerSignature }] as const
      const signature = encodeAbiParameters(wrapperType, wrapper)
      if (isDeployed) return signature
      const data = encodeFunctionData({
        abi: factoryAbi,
        functionName: 'createAccount',
        args: [owner.address, zeroHash],
      })
      return serializeErc6492Signature({ address: localAddresses.smartWalletFactory, data, signature })
    },
  }
}

const wrapperType = [
  {
    type: 'tuple',
    components: [
      { name: 'ownerIndex', type: 'uint256' },
      { name: 'signatureData', type: 'bytes' },
    ],
  },
] as const
