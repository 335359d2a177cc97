import { expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller-mark'
import { createRpcAdmission } from './answer-rpc-call'

const { client: database } = await openTestDatabase()

const from = (address: string) =>
  new Request('https://shop.example/api/rpc/x', { headers: { [CALLER_HEADER]: markCaller(address) } })

it('lets a checkout poll, refuses a flood, and limits no other caller, over two instances', async () => {
  const instances = [createRpcAdmission(database), createRpcAdmission(database)]
  const flood = Array.from({ length: 1_200 }, (_, index) => instances[index % 2]?.(from('203.0.113.1')))
  const verdicts = await Promise.all(flood)
  // A flood may fall on both sides of a window's end.
  const passed = verdicts.filter((verdict) => verdict === null).length
  expect(passed).toBeGreaterThanOrEqual(250)
  expect(passed).toBeLessThanOrEqual(500)
  expect(await instances[0]?.(from('203.0.113.2'))).toBeNull()
})
