import { randomBytes } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { signInTestWallet } from '@/development/testing/test-seller'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { createSeller, findSeller } from './shop'

const site = await openTestSite()
const context = site.application.sellers

async function newOwner() {
  const wallet = privateKeyToAccount(generatePrivateKey())
  const { accountId } = await signInTestWallet(site.application, wallet)
  return { actor: { accountId }, address: wallet.address, handle: `own-${randomBytes(5).toString('hex')}` }
}

it('opens a shop whose money goes to the wallet that its owner signed in with', async () => {
  const { actor, address, handle } = await newOwner()
  await createSeller(context, actor, { handle, name: 'Own', payees: [{ network: BASE_SEPOLIA, address }] })
  expect((await findSeller(context, actor))?.payees).toMatchObject([{ network: BASE_SEPOLIA, address }])
})

it('opens none for the wallet of another, which nobody has proven', async () => {
  const { actor, handle } = await newOwner()
  const { address } = await newOwner()
  const input = { handle, name: 'Own', payees: [{ network: BASE_SEPOLIA, address }] }
  await expect(createSeller(context, actor, input)).rejects.toMatchObject({
    code: 'INPUT_REFUSED',
    fields: { payees: `${address} is no wallet that you have signed in with.` },
  })
  expect(await findSeller(context, actor)).toBeNull()
})

it('leaves out a network on which the address cannot be paid', async () => {
  const { actor, address, handle } = await newOwner()
  const payees = [
    { network: SOLANA_DEVNET, address },
    { network: BASE_SEPOLIA, address },
  ]
  await createSeller(context, actor, { handle, name: 'Own', payees })
  expect((await findSeller(context, actor))?.payees).toMatchObject([{ network: BASE_SEPOLIA, address }])
})
