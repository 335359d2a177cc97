import { SignClient } from '@walletconnect/sign-client'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { BASE_SEPOLIA, signTyped } from './evm-wallet'

export type PhoneWallet = {
  address: Address
  /** Its holder scans the code that a page shows. */
  scan: (uri: string) => Promise<void>
  /** The methods it was asked for, in order. */
  calls: string[]
  close: () => Promise<void>
}

/** A wallet on another device, which WalletConnect's own client connects. Its signatures are real. */
export async function createPhoneWallet({
  relayUrl,
  projectId,
}: {
  relayUrl: string
  projectId: string
}): Promise<PhoneWallet> {
  const account = privateKeyToAccount(generatePrivateKey())
  const calls: string[] = []
  const client = await SignClient.init({
    relayUrl,
    projectId,
    metadata: { name: 'Phone Wallet', description: 'A wallet of tests', url: 'https://wallet.example', icons: [] },
    storageOptions: { database: ':memory:' },
    telemetryEnabled: false,
    logger: 'silent',
  })
  client.on('session_proposal', ({ id, params }) => {
    const asked = { ...params.requiredNamespaces.eip155, ...params.optionalNamespaces.eip155 }
    const granted = { accounts: [`${BASE_SEPOLIA}:${account.address}`], chains: [BASE_SEPOLIA] }
    const namespaces = { eip155: { ...granted, methods: asked.methods ?? [], events: asked.events ?? [] } }
    void client.approve({ id, namespaces })
  })
  client.on('session_request', ({ id, topic, params: { request } }) => {
    calls.push(request.method)
    void answer(request).then((response) => client.respond({ topic, response: { id, jsonrpc: '2.0', ...response } }))
  })

  async function answer({ method, params }: { method: string; params: unknown[] }) {
    if (method === 'personal_sign') {
      return { result: await account.signMessage({ message: { raw: params[0] as Hex } }) }
    }
    if (method === 'eth_signTypedData_v4') {
      return { result: await signTyped(account, params[1] as string) }
    }
    return { error: { code: 5101, message: `Not supported: ${method}` } }
  }

  return {
    address: account.address,
    calls,
    scan: async (uri) => {
      await client.pair({ uri })
    },
    close: () => client.core.relayer.transportClose(),
  }
}
