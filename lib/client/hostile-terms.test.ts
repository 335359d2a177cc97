import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { createEvmWallet } from './evm-wallet'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const network = 'eip155:84532' as const
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const asset = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const terms = (scheme: string, amount: string, extra: object) => ({
  ...{ scheme, network, amount, asset, payTo, maxTimeoutSeconds: 60 },
  extra: { name: 'USDC', version: '2', ...extra },
})

it('signs no approval beside a payment', async () => {
  const { schemes } = createEvmWallet({ account, networks: [network] })
  const upto = schemes.find(({ client }) => client.scheme === 'upto')?.client
  const requirements = terms('upto', '100', { facilitatorAddress: payTo })
  const extensions = { erc20ApprovalGasSponsoring: { info: { description: 'x', version: '1' }, schema: {} } }
  const signed = await upto?.createPaymentPayload(2, requirements, { extensions })
  expect(signed).toMatchObject({ payload: { permit2Authorization: { from: account.address } } })
  expect(signed).not.toHaveProperty('extensions')
})
