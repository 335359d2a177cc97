import type { Page } from '@playwright/test'
import { type Address, createPublicClient, createWalletClient, erc20Abi, type Hex, http, toHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'

export const BASE_SEPOLIA = 'eip155:84532'
export const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

export type EvmTestWallet = {
  /** By EIP-6963. */
  id: string
  name: string
  address: Address
  /** Every method that the page has called, in order. */
  calls: string[]
  /** The holder changes the network in the wallet itself. */
  moveTo: (chainId: number) => Promise<void>
  /** The holder shows the page another account. */
  showAccount: (address: Address) => Promise<void>
  /** The holder says no to the next signature, or to the next change of network. */
  declineNext: () => void
  signatures: () => number
  balance: () => Promise<bigint>
}

const namedError = (code: number, message: string) => ({ error: { code, message } })

/** Puts an EIP-1193 wallet into the page, announced by EIP-6963. Its key never leaves the test; its signatures are real. */
export async function injectEvmWallet(
  page: Page,
  options: { key?: Hex; isAuthorised?: boolean; name?: string } = {},
): Promise<EvmTestWallet> {
  const account = privateKeyToAccount(options.key ?? generatePrivateKey())
  const name = options.name ?? 'Test Wallet'
  const id = `test.${name.toLowerCase().replaceAll(' ', '.')}`
  const calls: string[] = []
  const transport = http(process.env.E2E_EVM_RPC_URL)
  let chainId = 84_532
  let isAuthorised = options.isAuthorised ?? false
  let isDeclining = false
  let shown = account.address

  const emit = (...event: [type: string, value: unknown]) =>
    page.evaluate(([to, detail]) => window.dispatchEvent(new CustomEvent(to, { detail })), [id, event] as const)
  const decline = () => {
    isDeclining = false
    return namedError(4001, 'User rejected the request.')
  }
  const sign = async (make: () => Promise<Hex>) => (isDeclining ? decline() : { result: await make() })
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_chainId: () => ({ result: toHex(chainId) }),
    eth_accounts: () => ({ result: isAuthorised ? [shown] : [] }),
    eth_requestAccounts: () => {
      isAuthorised = true
      return { result: [account.address] }
    },
    wallet_requestPermissions: () => {
      isAuthorised = true
      return { result: [{ parentCapability: 'eth_accounts' }] }
    },
    wallet_revokePermissions: () => {
      isAuthorised = false
      return { result: null }
    },
    wallet_switchEthereumChain: ([target]) => {
      if (isDeclining) return decline()
      chainId = Number((target as { chainId: Hex }).chainId)
      void emit('chainChanged', toHex(chainId))
      return { result: null }
    },
    personal_sign: ([message]) => sign(() => account.signMessage({ message: { raw: message as Hex } })),
    eth_sendTransaction: ([call]) => {
      const { to, data } = call as { to: Address; data: Hex }
      const sender = createWalletClient({ account, chain: baseSepolia, transport })
      return sign(() => sender.sendTransaction({ to, data }))
    },
    eth_signTypedData_v4: ([, text]) => sign(() => signTyped(account, text as string)),
  }
  await page.exposeFunction(`request ${id}`, async (method: string, params: unknown[]) => {
    calls.push(method)
    return (await answers[method]?.(params)) ?? namedError(4200, `Not supported: ${method}`)
  })
  await page.addInitScript(announceProvider, { id, name })
  const client = createPublicClient({ transport })
  return {
    id,
    name,
    address: account.address,
    calls,
    moveTo: async (target) => {
      chainId = target
      await emit('chainChanged', toHex(target))
    },
    showAccount: async (next) => {
      shown = next
      await emit('accountsChanged', [next])
    },
    declineNext: () => {
      isDeclining = true
    },
    signatures: () => calls.filter((method) => method === 'personal_sign' || method === 'eth_signTypedData_v4').length,
    balance: () =>
      client.readContract({ address: USDC, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] }),
  }
}

/** Signs the typed data in that JSON, as a page sends it. */
export function signTyped(account: PrivateKeyAccount, text: string): Promise<Hex> {
  const { types, ...data } = JSON.parse(text)
  const { EIP712Domain: _domain, ...own } = types
  return account.signTypedData({ ...data, types: own })
}

/** A dollar of test USDC for a wallet, from the faucet of the demo, unless `amount` says otherwise. */
export async function fund(address: string, network = BASE_SEPOLIA, amount = '1000000'): Promise<void> {
  const order = { method: 'POST', body: JSON.stringify({ network, address, amount }) }
  const answer = await fetch(`${process.env.E2E_ORIGIN}/devnet/faucet`, order)
  if (!answer.ok) throw new Error(`The faucet answered ${answer.status}: ${await answer.text()}`)
}

/** Puts an EVM wallet with test USDC into the page. */
export async function injectBuyer(
  page: Page,
  options: Parameters<typeof injectEvmWallet>[1] = {},
  amount?: string,
): Promise<EvmTestWallet> {
  const wallet = await injectEvmWallet(page, options)
  await fund(wallet.address, BASE_SEPOLIA, amount)
  return wallet
}

type Answer = { result?: unknown; error?: { code: number; message: string } }
type Handler = (value: unknown) => void

/** Runs in the page. */
function announceProvider({ id, name }: { id: string; name: string }) {
  const request = Reflect.get(window, `request ${id}`) as (method: string, params: unknown[]) => Promise<Answer>
  const handlers = new Map<string, Set<Handler>>()
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown[] }) {
      const { result, error } = await request(method, params)
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      return result
    },
    on(event: string, handler: Handler) {
      handlers.set(event, (handlers.get(event) ?? new Set()).add(handler))
      return provider
    },
    removeListener(event: string, handler: Handler) {
      handlers.get(event)?.delete(handler)
      return provider
    },
  }
  window.addEventListener(id, (event) => {
    const [type, value] = Reflect.get(event, 'detail')
    for (const handler of handlers.get(type) ?? []) handler(value)
  })
  const icon =
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="teal" d="M0 0h1v1H0z"/></svg>'
  const info = { uuid: crypto.randomUUID(), name, rdns: id, icon }
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
