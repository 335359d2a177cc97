import { encodeFunctionData, type Hex } from 'viem'
import { readContractArtifacts } from '../evm/contract-artifacts'

/** A call of the contract of payment channels, as anybody may send it. */
export const settlementCall = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: readContractArtifacts().BatchSettlement.abi, functionName, args })
