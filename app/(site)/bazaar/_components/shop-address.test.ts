import { expect, test } from 'vitest'
import { hostOf } from './shop-address'

test.each([
  ['https://API.example.org/tide', 'api.example.org'],
  ['mcp://tool/tide', null],
  ['https://[2001:db8::1]/tide', null],
  [`https://${'a.'.repeat(127)}org/tide`, null],
])('the host of %s is %s', (resource, host) => {
  expect(hostOf({ resource })).toBe(host)
})
