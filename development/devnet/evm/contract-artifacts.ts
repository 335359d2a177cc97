import { readFileSync } from 'node:fs'
import { type Abi, type Address, type Hex, pad, stringToHex, toHex } from 'viem'
import type { AnvilClient } from './anvil-client'
import { canonicalAddresses, localAddresses, usdc } from './canonical-addresses'

export type ContractName = keyof typeof import('./artifacts/contracts.json')

export type ContractArtifact = {
  abi: Abi
  bytecode: Hex
  deployedBytecode: Hex
  slots: Record<string, number>
}

export const artifactsUrl = new URL('./artifacts/contracts.json', import.meta.url)

/** The compiled contracts as committed; a test proves that the sources still compile to exactly these bytes. */
export const readContractArtifacts = () =>
  JSON.parse(readFileSync(artifactsUrl, 'utf8')) as Record<ContractName, ContractArtifact>

type Placement = { address: Address; contract: ContractName; strings?: Record<string, string> }

/**
 * Puts every contract that payments need at its canonical address by writing code and storage, without transactions.
 * Safe to repeat: balances and nonces of a chain that has them stay unchanged.
 */
export async function provisionContracts(client: AnvilClient): Promise<void> {
  for (const placement of placements) await placeContract(client, placement)
}

/** Puts one contract at that address, with its names; one that is there already stays unchanged. */
export async function placeContract(
  client: AnvilClient,
  { address, contract, strings = {} }: Placement,
): Promise<void> {
  const { deployedBytecode, slots } = readContractArtifacts()[contract]
  if ((await client.getCode({ address })) === deployedBytecode) return
  for (const [variable, text] of Object.entries(strings)) {
    const slot = slots[variable]
    if (slot === undefined) throw new Error(`${contract} has no storage variable named ${variable}.`)
    await client.setStorageAt({ address, index: pad(toHex(slot)), value: shortStringSlot(text) })
  }
  await client.setCode({ address, bytecode: deployedBytecode })
}

const placements: Placement[] = [
  { address: usdc, contract: 'UsdCoin', strings: { name: 'USDC', version: '2', symbol: 'USDC' } },
  { address: canonicalAddresses.permit2, contract: 'SignatureTransfer' },
  { address: canonicalAddresses.exactProxy, contract: 'ExactPaymentProxy' },
  { address: canonicalAddresses.uptoProxy, contract: 'UptoPaymentProxy' },
  { address: canonicalAddresses.batchSettlement, contract: 'BatchSettlement' },
  { address: canonicalAddresses.erc3009DepositCollector, contract: 'Erc3009DepositCollector' },
  { address: canonicalAddresses.permit2DepositCollector, contract: 'Permit2DepositCollector' },
  { address: canonicalAddresses.multicall3, contract: 'Multicall3' },
  { address: localAddresses.smartWalletFactory, contract: 'SmartWalletFactory' },
]

/** Solidity keeps a string below 32 bytes in its slot: the text on the left, twice its length in the last byte. */
function shortStringSlot(text: string): Hex {
  const bytes = stringToHex(text)
  const length = (bytes.length - 2) / 2
  if (length > 31) throw new Error(`"${text}" is too long for one storage slot.`)
  return `0x${bytes.slice(2).padEnd(62, '0')}${(length * 2).toString(16).padStart(2, '0')}`
}
