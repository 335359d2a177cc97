import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  address,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  getBase58Encoder,
  signBytes,
} from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'

export const SOLANA_DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const USDC_MINT = address('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU')

export type SolanaTestWallet = {
  name: string
  address: string
  declineNext: () => void
  signatures: () => number
  balance: () => Promise<bigint>
}

/** Puts a Wallet Standard wallet into the page. Its key never leaves the test; its signatures are real. */
export async function injectSolanaWallet(page: Page): Promise<SolanaTestWallet> {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(randomBytes(32)))
  const name = 'Test Sol'
  let count = 0
  let isDeclining = false
  await page.exposeFunction('turnpikeSolanaSign', async (message: number[]) => {
    if (isDeclining) {
      isDeclining = false
      return null
    }
    count += 1
    return [...(await signBytes(signer.keyPair.privateKey, Uint8Array.from(message)))]
  })
  const publicKey = [...getBase58Encoder().encode(signer.address)]
  await page.addInitScript(registerWallet, { name, address: signer.address, publicKey })
  const rpc = createSolanaRpc(process.env.E2E_SVM_RPC_URL ?? '')
  return {
    name,
    address: signer.address,
    declineNext: () => {
      isDeclining = true
    },
    signatures: () => count,
    balance: async () => {
      const seeds = { mint: USDC_MINT, owner: signer.address, tokenProgram: TOKEN_PROGRAM_ADDRESS }
      const [account] = await findAssociatedTokenPda(seeds)
      return BigInt((await rpc.getTokenAccountBalance(account).send()).value.amount)
    },
  }
}

type Identity = { name: string; address: string; publicKey: number[] }

/** Runs in the page. */
function registerWallet({ name, address, publicKey }: Identity) {
  const ask = Reflect.get(window, 'turnpikeSolanaSign') as (message: number[]) => Promise<number[] | null>
  const sign = async (message: Uint8Array) => {
    const signature = await ask([...message])
    if (!signature) throw new Error('User rejected the request.')
    return Uint8Array.from(signature)
  }
  /** A transaction is its count of signatures, so many of 64 bytes, then the message. This wallet signs second. */
  const signTransaction = async (transaction: Uint8Array) => {
    const slots = transaction[0] ?? 0
    const message = transaction.slice(1 + 64 * slots)
    const keys = message.slice((message[0] ?? 0) & 0x80 ? 5 : 4)
    const index = Array.from({ length: slots }, (_, slot) => slot).find((slot) =>
      publicKey.every((byte, at) => keys[slot * 32 + at] === byte),
    )
    if (index === undefined) throw new Error('Not a transaction of this wallet.')
    const signed = transaction.slice()
    signed.set(await sign(message), 1 + 64 * index)
    return signed
  }
  const chains = ['solana:mainnet', 'solana:devnet']
  const signing = ['solana:signTransaction', 'solana:signMessage']
  const account = { address, publicKey: Uint8Array.from(publicKey), chains, features: signing }
  const listeners = new Set<(change: object) => void>()
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains,
    accounts: [] as object[],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => {
          wallet.accounts = [account]
          for (const listener of listeners) listener({ accounts: wallet.accounts })
          return { accounts: wallet.accounts }
        },
      },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => {} },
      'standard:events': {
        version: '1.0.0',
        on: (_event: string, listener: (change: object) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: async ({ transaction }: { transaction: Uint8Array }) => [
          { signedTransaction: await signTransaction(transaction) },
        ],
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: async ({ message }: { message: Uint8Array }) => [
          { signedMessage: message, signature: await sign(message) },
        ],
      },
    },
  }
  const register = (api: { register: (each: object) => void }) => api.register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) => register(Reflect.get(event, 'detail')))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}
