import { expect, it } from 'vitest'
import { BASE, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { findSilentNode } from './pay'

const rpcUrls = { [SOLANA_DEVNET]: 'http://localhost:8899/?key=secret' }
const on = (network: string, error: unknown) => findSilentNode(error, { network, rpcUrls })

it('names the node that did not answer and its variable, and no key', () => {
  const failed = new Error('Failed to create payment payload', { cause: new TypeError('fetch failed') })
  expect(on(SOLANA_DEVNET, failed)).toBe(
    'The node of Solana Devnet at localhost:8899 does not answer; SVM_RPC_URL_DEVNET names another one. Nothing was paid.',
  )
  expect(on(BASE, failed)).toContain('EVM_RPC_URLS_8453')
})

it('leaves other reasons as they are', () => {
  expect(on(SOLANA_DEVNET, new Error('The mint is unknown.'))).toBeNull()
  expect(on('eip155:1', new TypeError('fetch failed'))).toBeNull()
})
