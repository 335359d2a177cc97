import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { type SecondSite, startSecondSite } from './outsiders/second-site'
import { bought, button, connectButton } from './wallets/at-checkout'
import { BASE_SEPOLIA } from './wallets/evm-wallet'
import { fund } from './wallets/fund'
import { createPhoneWallet } from './wallets/phone-wallet'
import { readCode } from './wallets/read-code'
import { type Relay, startRelay } from './wallets/relay'

const projectId = '0123456789abcdef0123456789abcdef'
let relay: Relay
let site: SecondSite

test.beforeAll(async () => {
  test.setTimeout(120_000)
  relay = await startRelay()
  site = await startSecondSite(`${process.env.E2E_ORIGIN}/facilitator`, undefined, {
    WALLETCONNECT_PROJECT_ID: projectId,
  })
})

test.afterAll(async () => {
  await site.stop()
  await relay.stop()
})

test('a wallet on a phone pays what a browser without any wallet shows', async ({ page, request }) => {
  test.setTimeout(120_000)
  const phone = await createPhoneWallet({ relayUrl: relay.url, projectId })
  try {
    await fund(request, { network: BASE_SEPOLIA, address: phone.address })
    await relay.serve(page)
    await page.goto(`${site.origin}/articles/signed-is-not-paid`)
    await expect(page.getByRole('contentinfo')).toContainText('servers of WalletConnect or Coinbase')
    await connectButton(page).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Base', exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'MetaMask' })).toBeVisible()
    await dialog.getByRole('button', { name: 'WalletConnect' }).click()
    await expect(dialog).toContainText('Scan with your phone')
    await phone.scan(await readCode(dialog))
    await expect(dialog).toBeHidden()
    await button(page, 'Pay 0.05 USDC').click()
    await expect(bought(page)).toBeVisible()
    expect(phone.calls).toEqual(['eth_signTypedData_v4'])
    await expectAccessible(page)
  } finally {
    await phone.close()
  }
})
