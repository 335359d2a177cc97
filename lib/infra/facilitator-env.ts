import { z } from 'zod'
import { isAddress } from '@/lib/x402/addresses'
import { familyOf } from '@/lib/x402/networks'

/** An asset that is settled besides the network's stablecoin. `decimals` tell what the minimum amount is in it. */
export type FurtherAsset = { network: string; address: string; decimals: number }

/** The least that callers over HTTP may ask to verify or settle, in dollars such as `$0.001`. */
export type MinimumDollars = { everywhere: string; byNetwork: Record<string, string> }

const DOLLARS_PATTERN = /^\$\d{1,6}(\.\d{1,18})?$/

/** One item of FACILITATOR_ASSETS: `<network>/<asset>`, with `/<decimals>` behind it where those are not six. */
export const furtherAsset = z.string().transform((item, context): FurtherAsset => {
  const [network = '', address = '', decimals = '6', ...rest] = item.split('/')
  const isKnownForm = isAsset(network, address) && /^([0-9]|[12][0-9]|3[0-6])$/.test(decimals) && rest.length === 0
  if (!isKnownForm) {
    context.addIssue({
      code: 'custom',
      message: 'must be assets as <CAIP-2 network>/<asset> or <network>/<asset>/<decimals>',
    })
  }
  return { network, address, decimals: Number(decimals) }
})

/** Tokens on EVM and Solana are addresses, Algorand's are numbers. */
function isAsset(network: string, address: string): boolean {
  const family = familyOf(network)
  if (family === 'avm') return /^[1-9]\d{0,19}$/.test(address)
  return family !== null && isAddress(family, address)
}

/** One item of FACILITATOR_MINIMUM_AMOUNT: dollars, or `<network>=<dollars>`. */
export const minimumItem = z.string().transform((item, context) => {
  const [dollars = '', network] = item.split('=').reverse()
  const isKnownForm = DOLLARS_PATTERN.test(dollars) && (network === undefined || familyOf(network) !== null)
  if (!isKnownForm)
    context.addIssue({ code: 'custom', message: 'must be dollars such as $0.001, or <CAIP-2 network>=$0.001' })
  return { network, dollars }
})

/** Networks that no item names get `otherwise`. */
export function minimumDollars(items: z.infer<typeof minimumItem>[], otherwise: string): MinimumDollars {
  const byNetwork = Object.fromEntries(items.flatMap(({ network, dollars }) => (network ? [[network, dollars]] : [])))
  return { everywhere: items.find(({ network }) => network === undefined)?.dollars ?? otherwise, byNetwork }
}
