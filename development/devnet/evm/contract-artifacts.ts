import { readFileSync } from 'node:fs'
import type { Abi, Hex } from 'viem'

export type ContractName =
  | 'UsdCoin'
  | 'SignatureTransfer'
  | 'ExactPaymentProxy'
  | 'UptoPaymentProxy'
  | 'BatchSettlement'
  | 'Erc3009DepositCollector'
  | 'Permit2DepositCollector'
  | 'Multicall3'
  | 'SmartWallet'
  | 'SmartWalletFactory'
  | 'OneOwnerWallet'
  | 'RichToken'
  | 'BurningWallet'
  | 'CountingFactory'
  | 'GasBurningWallet'
  | 'TwoFacedDelegate'
  | 'FillingCollector'

export type ContractArtifact = {
  abi: Abi
  bytecode: Hex
  deployedBytecode: Hex
  /** Storage slot number of each state variable, by name. */
  slots: Record<string, number>
}

export type ContractArtifacts = Record<ContractName, ContractArtifact>

export const artifactsUrl = new URL('./artifacts/contracts.json', import.meta.url)

/** The compiled contracts as committed; a test proves that the sources still compile to exactly these bytes. */
export function readContractArtifacts(): ContractArtifacts {
  return JSON.parse(readFileSync(artifactsUrl, 'utf8')) as ContractArtifacts
}
