import { isTestNetwork } from '@/lib/base/x402/networks'
import { DomainError } from './domain-error'

/** The demo sells invented goods and hands out test money, so nothing in it may be paid with real money. */
export function refuseRealMoney(networks: string[]): void {
  const real = networks.filter((network) => !isTestNetwork(network))
  if (real.length === 0) return
  throw new DomainError(
    'ENV_INVALID',
    `Turnpike cannot start: TURNPIKE_DEMO=1 is only for test networks; set it to 0, or leave out ${real.join(', ')}.`,
  )
}
