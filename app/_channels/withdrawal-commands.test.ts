import { parseAbiItem, toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import { readContractArtifacts } from '@/development/devnet/evm/contract-artifacts'
import { withdrawalCommands } from './channel-list'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const { begin, finish } = withdrawalCommands({
  contract: address('9'),
  config: {
    payer: address('1'),
    payerAuthorizer: address('2'),
    receiver: address('3'),
    receiverAuthorizer: address('4'),
    token: address('5'),
    withdrawDelay: 900,
    salt: `0x${'0'.repeat(64)}`,
  },
  balanceAtomic: 10_000n,
  chargedAtomic: 600n,
})

it.each([
  ['initiateWithdraw', begin],
  ['finalizeWithdraw', finish],
])('calls %s as the contract has it', (name, command) => {
  const signature = /"(\w+\(.*?\))" "/.exec(command)?.[1] ?? ''
  const own = readContractArtifacts().BatchSettlement.abi.find((item) => 'name' in item && item.name === name)
  if (own?.type !== 'function') throw new Error(`The contract has no ${name}.`)
  expect(toFunctionSelector(parseAbiItem(`function ${signature}`) as never)).toBe(toFunctionSelector(own))
})

it('takes all that is left, and names each term', () => {
  expect(begin).toMatch(/ 9400$/)
  for (const digit of '12345') expect([begin, finish].every((each) => each.includes(address(digit)))).toBe(true)
})
