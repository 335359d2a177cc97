import { describe, expect, it } from 'vitest'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { budgetsIn } from './budget'
import { usualAtomic } from './deposit-form'

const terms = { network: BASE_SEPOLIA, asset: '0x03', payTo: '0x20', timeoutSeconds: 60 }
const option = { ...terms, scheme: 'exact', coin: { symbol: 'USDC', decimals: 6 } }

describe('a budget', () => {
  const extra = { receiverAuthorizer: '0x1', withdrawDelay: 86_400, minDeposit: '500000' }
  const channelAt = (amountAtomic: bigint) => ({ ...option, scheme: 'batch-settlement', amountAtomic, extra })

  it.each([
    [9_999n, 0],
    [10_000n, 1],
    [20_000_000n, 1],
    [1_000_000_000_000n, 0],
  ])('is offered for %s units: %s', (amountAtomic, count) => {
    expect(budgetsIn([{ ...option, amountAtomic }, channelAt(amountAtomic)])).toHaveLength(count)
  })

  it.each([
    [50_000n, 2_000_000n],
    [600_000n, 3_000_000n],
    [20_000_000n, 80_000_000n],
  ])('for %s units is proposed as %s', (amountAtomic, proposed) => {
    expect(usualAtomic(channelAt(amountAtomic), 'budget')).toBe(proposed)
  })
})
