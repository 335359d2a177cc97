import { randomBytes } from 'node:crypto'
import { createTestClient, getAddress, http, isAddress, parseAbi, parseEther, publicActions, walletActions } from 'viem'
import { base, baseSepolia } from 'viem/chains'
import { assetOf } from './assets'
import { type FaucetOrder, faucetUnavailable, invalidAddress } from './devnet-faucet-error'

const gasFloor = parseEther('1')
const gasGiven = parseEther('10')
const minterGas = parseEther('0.1')
const mintAbi = parseAbi(['function mint(address to, uint256 value) returns (bool)'])

/** Mints test USDC on a local anvil and tops up ETH below 1. Returns the mint's transaction, null without one. */
export async function fundEvmWallet({ rpcUrl, network, address, amountAtomic, includesGas }: FaucetOrder) {
  if (!isAddress(address)) throw invalidAddress('an EVM network')
  const usdc = assetOf(network)
  if (usdc === null) throw faucetUnavailable(new Error(`No test token is known on ${network}.`))
  const client = createTestClient({
    mode: 'anvil',
    chain: network === 'eip155:8453' ? base : baseSepolia,
    transport: http(rpcUrl, { timeout: 10_000, retryCount: 0 }),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions)
  try {
    const isGasShort = includesGas && (await client.getBalance({ address })) < gasFloor
    if (isGasShort) await client.setBalance({ address, value: gasGiven })
    if (amountAtomic === 0n) return null
    // Each order has its own sender, so that orders at the same time, from any process, never compete for a nonce. Its
    // key is unknown; the local node lets it send anyway.
    const minter = getAddress(`0x${randomBytes(20).toString('hex')}`)
    await client.setBalance({ address: minter, value: minterGas })
    await client.impersonateAccount({ address: minter })
    const hash = await client.writeContract({
      account: minter,
      address: getAddress(usdc.address),
      abi: mintAbi,
      functionName: 'mint',
      args: [address, amountAtomic],
    })
    const { status } = await client.waitForTransactionReceipt({ hash, timeout: 10_000 })
    if (status !== 'success') throw new Error(`The mint ${hash} reverted.`)
    return hash
  } catch (cause) {
    throw faucetUnavailable(cause)
  }
}
