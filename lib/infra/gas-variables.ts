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
  ],
  svm: ['computeUnits', 'computeUnitPrice', 'dailyBudget'],
  avm: ['groupFee', 'dailyBudget'],
} as const

/** What may be said of a network's gas, in units of gas or in the network's smallest unit. */
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
