import { expect, test } from 'vitest'
import { parseDemoOptions } from './demo-options'

test('takes a second demo beside the first', () => {
  expect(parseDemoOptions(['--port', '0', '--free-ports', '--data-dir', '/tmp/two', '--dev'])).toEqual({
    port: 0,
    chainPorts: 'free',
    servicePorts: 'free',
    dataDir: '/tmp/two',
    isDev: true,
  })
})

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
