import { describe, expect, it } from 'vitest'
import { fromSdkFacilitator } from './from-sdk-facilitator'
import type { SdkFacilitator } from './sdk-facilitator'

const requirements = {} as Parameters<SdkFacilitator['settle']>[1]
const payload = {} as Parameters<SdkFacilitator['settle']>[0]
const landed = { success: true, transaction: '0x1', network: 'eip155:84532' }

const sourceThat = (settle: () => Promise<unknown>) =>
  fromSdkFacilitator({
    settle,
    verify: async () => ({ isValid: true }),
    getSupported: () => ({ kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:84532' }] }),
  })

describe('a facilitator in this process', () => {
  it('is asked for what it can do, and for its verdict', async () => {
    const source = sourceThat(async () => landed)
    expect((await source.supported()).kinds).toHaveLength(1)
    expect(await source.verify({ payload, requirements })).toEqual({ isValid: true })
  })

  it.each([
    ['a success', async () => landed, { kind: 'settled', response: landed }],
    [
      'a refusal',
      async () => ({ ...landed, success: false, transaction: '' }),
      { kind: 'refused', mayStillLand: true },
    ],
    [
      'a failure that has a transaction',
      async () => ({ ...landed, success: false }),
      { kind: 'unknown', transaction: '0x1' },
    ],
    ['an answer that is none', async () => 'yes', { kind: 'unknown' }],
    ['an error', () => Promise.reject(new Error('The node went away.')), { kind: 'unknown' }],
  ])('reads %s as one over HTTP would be read', async (_, settle, outcome) => {
    expect(await sourceThat(settle).settle({ payload, requirements }, null)).toMatchObject(outcome)
  })

  it('settles nothing before the gate has noted that it will', async () => {
    const steps: string[] = []
    const source = sourceThat(async () => {
      steps.push('settled')
      return landed
    })
    await source.settle({ payload, requirements }, { write: async () => void steps.push('noted') } as never)
    expect(steps).toEqual(['noted', 'settled'])
  })
})
