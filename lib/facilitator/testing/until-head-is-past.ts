import { createPublicClient, http } from 'viem'
import { expect } from 'vitest'
import { testWorld } from '@/development/testing/test-world'

const chain = createPublicClient({ transport: http(testWorld().evmRpcUrl), cacheTime: 0 })
const now = () => BigInt(Math.floor(Date.now() / 1_000))

/** Waits until no block is of a later second than this one: a chain that mines many at once runs ahead of the clock. */
export const untilHeadIsPast = () =>
  expect.poll(async () => (await chain.getBlock()).timestamp <= now(), { timeout: 10_000 }).toBe(true)
