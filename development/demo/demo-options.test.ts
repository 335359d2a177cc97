import { expect, test } from 'vitest'
import { parseDemoOptions } from './demo-options'

test.each([
  [['--port', 'x']],
  [['--port', '70000']],
  [['--evm-port', '-1']],
  [['--services-port', '65534']],
  [['--colour']],
  [['--data-dir', '']],
  [['serve']],
])('refuses %j with the usage', (args) => {
  expect(() => parseDemoOptions(args)).toThrow(/Usage: npm run demo/)
})
