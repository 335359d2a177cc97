import type { Page } from '@playwright/test'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { type EvmTestWallet, injectEvmWallet } from '../wallets/evm-wallet'
import { arrange, type Order } from './arrange'
import { newHandle } from './new-handle'

type Opening = {
  /** The handle begins with it. */
  word: string
  /** By default another wallet of the seller's, so that the one that is connected may buy: no wallet pays itself. */
  payTo?: string
  /** Without any, the shop gets no API key. */
  scopes?: string[]
}

export type OpenedShop = { handle: string; wallet: EvmTestWallet; secret: string }

/**
 * A shop with a confirmed payout address, whose seller is signed in with a wallet that the browser remembers. Nothing of
 * it is clicked: opening a shop is tested in first-sale.spec.ts. Ends at its routes.
 */
export async function openShop(page: Page, { word, payTo, scopes = [] }: Opening): Promise<OpenedShop> {
  const key = generatePrivateKey()
  const handle = newHandle(word)
  const wallet = await injectEvmWallet(page, { key, isAuthorised: true })
  const shop = { handle, name: 'A shop', payTo: payTo ?? privateKeyToAddress(generatePrivateKey()), scopes }
  const secret = await signInAtOnce(page, { key, shop })
  await page.goto('/dashboard/routes')
  await rememberWallet(page, wallet)
  return { handle, wallet, secret }
}

/** A shop that only its key is used of: no browser is signed in. */
export async function openShopByProgram({ word, scopes = ['routes:write'] }: Opening) {
  const handle = newHandle(word)
  const payTo = privateKeyToAddress(generatePrivateKey())
  const shop = { handle, name: 'A shop', payTo, scopes }
  const order = { key: generatePrivateKey(), userAgent: 'A test', shop }
  const { secret } = await arrange(process.env.E2E_ARRANGER ?? '', order)
  return { handle, secret: secret ?? '' }
}

/** Signs the browser in with that wallet, without a shop. */
export const signIn = (page: Page, key: Hex): Promise<string> => signInAtOnce(page, { key, shop: null })

async function signInAtOnce(page: Page, order: Pick<Order, 'key' | 'shop'>): Promise<string> {
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const { cookie, secret } = await arrange(process.env.E2E_ARRANGER ?? '', { ...order, userAgent })
  await page.context().addCookies([{ ...cookie, url: process.env.E2E_ORIGIN ?? '', httpOnly: true, sameSite: 'Lax' }])
  return secret ?? ''
}

/** Writes the browser's memory of the wallet that was connected last. */
async function rememberWallet(page: Page, { id, name, address }: EvmTestWallet): Promise<void> {
  const value = encodeURIComponent(JSON.stringify([id, name, address]))
  await page.context().addCookies([{ name: 'wallet-evm', value, url: process.env.E2E_ORIGIN ?? '' }])
}
