import { expect, it } from 'vitest'
import { EVM_NETWORK, freshAccount, usdcBalance } from '@/development/devnet/testing/evm-parties'
import { testWorld } from '@/development/testing/test-world'
import { answerFaucetOrder } from './answer-faucet-order'

const world = testWorld()
const rpcUrls = Object.fromEntries(Object.entries(world.rpcUrls).map(([network, url]) => [network, [url]]))

const order = (body: unknown) =>
  answerFaucetOrder(
    rpcUrls,
    new Request('http://localhost/devnet/faucet', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )

it('funds a wallet and says what it gave', async () => {
  const { address } = freshAccount()
  const answer = await order({ network: EVM_NETWORK, address, amount: '12' })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ network: EVM_NETWORK, address, amount: '12' })
  expect(await usdcBalance(world.evmRpcUrl, address)).toBe(12n)
})

it.each([
  ['no JSON', '{', 'FAUCET_ORDER_INVALID'],
  ['an empty body', '', 'FAUCET_ORDER_INVALID'],
  ['a missing address', { network: EVM_NETWORK }, 'FAUCET_ORDER_INVALID'],
  ['an unknown field', { network: EVM_NETWORK, address: 'x', to: 'y' }, 'FAUCET_ORDER_INVALID'],
  ['a signed amount', { network: EVM_NETWORK, address: 'x', amount: '-1' }, 'FAUCET_ORDER_INVALID'],
  ['a body of 5 KB', `"${'x'.repeat(5000)}"`, 'FAUCET_ORDER_INVALID'],
  ['another network', { network: 'eip155:1', address: 'x' }, 'FAUCET_NETWORK_UNKNOWN'],
  ['a malformed address', { network: EVM_NETWORK, address: 'x' }, 'FAUCET_ADDRESS_INVALID'],
  [
    'too large an amount',
    { network: EVM_NETWORK, address: freshAccount().address, amount: '9'.repeat(15) },
    'FAUCET_AMOUNT_INVALID',
  ],
])('refuses %s', async (_what, body, code) => {
  const answer = await order(body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code })
})
