import { type Family, familyOf } from '@/lib/x402/networks'
import { type Finding, fail, warn, well } from './finding'

export type PayoutFacts = {
  networks: readonly string[]
  payTo: Partial<Record<Family, string>>
  gasWallets: readonly string[]
  isDemo: boolean
}

/**
 * Where earnings of the site's own routes go, for each family of networks that is configured. Only the demo has such
 * routes, so that elsewhere none need be set.
 */
export function checkPayouts({ networks, payTo, gasWallets, isDemo }: PayoutFacts): Finding[] {
  const families = [...new Set(networks.flatMap((network) => familyOf(network) ?? []))]
  return families.flatMap((family): Finding | [] => {
    const variable = `PAY_TO_${family.toUpperCase()}`
    const address = payTo[family]
    if (!address) return isDemo ? warn(variable, 'is not set', 'Set it: without it the demo sells nothing there.') : []
    if (/^0x0{40}$/.test(address)) return fail(variable, 'is the zero address', 'Set an address whose key you hold.')
    const isHot = gasWallets.some((wallet) => wallet.toLowerCase() === address.toLowerCase())
    if (!isHot) return well(variable, address)
    return warn(variable, `${address} is a gas wallet`, 'Take another one: the key of this one is on the server.')
  })
}
