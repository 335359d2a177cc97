import { expect, test } from 'vitest'
import { parseAddress } from './caller'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7:51000', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '::1'],
])('spells %s as %s', (text, address) => {
  expect(parseAddress(text)).toBe(address)
})

test.each(['', 'unknown', '1', '127.1', '0x7f.1', '999.1.1.1', ':::', '_hidden', `${'1'.repeat(6_000)}`])(
  'takes %j for no address',
  (text) => {
    expect(parseAddress(text)).toBeNull()
  },
)
