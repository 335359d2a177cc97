import { z } from 'zod'

const names = {
  evm: [
    'transferGas',
    'contractGas',
    'permit2Gas',
    'permitGas',
    'deploymentGas',
    'batchGas',
    'blockPercent',
    'maxFee',
    'maxTip',
    'dailyBudget',
    'centsPerCoin',
  ],
  svm: ['computeUnits', 'computeUnitPrice', 'dailyBudget', 'centsPerCoin'],
  avm: ['groupFee', 'dailyBudget', 'centsPerCoin'],
} as const

/** Settings of a network's gas, in units of gas or in the network's smallest unit; what a coin is worth in cents. */
export type GasSettings = { [Name in (typeof names)[keyof typeof names][number]]?: bigint }

/** A list such as `contractGas=300000,dailyBudget=50000000000000000`, for a network of that family. */
export const gasVariable = (family: keyof typeof names) =>
  z
    .string()
    .regex(
      new RegExp(`^\\s*(?:(?:${names[family].join('|')})=\\d{1,30}\\s*(?:,\\s*|$))*$`),
      `must be a list of name=whole number, with names among ${names[family].join(', ')}`,
    )
    .default('')
    .transform((text): GasSettings => {
      const pairs = text.split(',').flatMap((part) => {
        const [name = '', value = ''] = part.trim().split('=')
        return name ? [[name, BigInt(value)] as const] : []
      })
      return Object.fromEntries(pairs)
    })

export const gasVariables = {
  EVM_GAS_84532: gasVariable('evm'),
  EVM_GAS_8453: gasVariable('evm'),
  SVM_GAS_DEVNET: gasVariable('svm'),
  SVM_GAS_MAINNET: gasVariable('svm'),
  AVM_GAS_TESTNET: gasVariable('avm'),
}

export const gasByNetwork = (env: Record<keyof typeof gasVariables, GasSettings>): Record<string, GasSettings> => ({
  'eip155:84532': env.EVM_GAS_84532,
  'eip155:8453': env.EVM_GAS_8453,
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': env.SVM_GAS_DEVNET,
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': env.SVM_GAS_MAINNET,
  'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe': env.AVM_GAS_TESTNET,
})
