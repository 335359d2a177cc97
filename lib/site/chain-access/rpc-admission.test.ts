import { expect, it } from 'vitest'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller'
import { createRpcAdmission } from './answer-rpc-call'

const from = (address: string) =>
  new Request('https://shop.example/api/rpc/x', { headers: { [CALLER_HEADER]: markCaller(address) } })

it('lets a checkout poll, refuses a flood, and limits no other caller', () => {
  const admit = createRpcAdmission()
  const verdicts = Array.from({ length: 1_200 }, () => admit(from('203.0.113.1')))
  // A flood may fall on both sides of a window's end.
  const passed = verdicts.filter((verdict) => verdict === null).length
  expect(passed).toBeGreaterThanOrEqual(250)
  expect(passed).toBeLessThanOrEqual(500)
  expect(admit(from('203.0.113.2'))).toBeNull()
})
