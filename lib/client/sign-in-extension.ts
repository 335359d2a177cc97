import type { ClientExtension, HTTPClientExtensionHooks } from '@x402/core/client'
import { createSIWxPayload, encodeSIWxHeader, SIGN_IN_WITH_X } from '@x402/extensions/sign-in-with-x'
import { z } from 'zod'
import { matchesNetworkPattern } from '@/lib/x402/networks'
import { isWantedNetwork } from './choose-option'
import type { OnPayerEvent } from './payer-event'
import type { PayerWallet } from './wallet'

const challengeSchema = z.object({
  info: z.object({
    domain: z.string(),
    uri: z.string(),
    statement: z.string().optional(),
    version: z.string(),
    nonce: z.string(),
    issuedAt: z.string(),
    expirationTime: z.string().optional(),
    notBefore: z.string().optional(),
    requestId: z.string().optional(),
    resources: z.array(z.string()).optional(),
  }),
  supportedChains: z.array(
    z.object({
      chainId: z.string(),
      type: z.enum(['eip191', 'ed25519']),
      signatureScheme: z.enum(['eip191', 'eip1271', 'eip6492', 'siws']).optional(),
    }),
  ),
})

type SupportedChain = z.infer<typeof challengeSchema>['supportedChains'][number]

/**
 * Signs in with a wallet before paying, on the first offered chain that is one of the wallet's own.
 * The SDK's hook takes the first chain of the signature type, which a wallet on another chain must not sign.
 * Whatever goes wrong is reported, and payment follows.
 */
export function signInExtension(options: {
  wallets: PayerWallet[]
  network: string | null
  onEvent: OnPayerEvent
}): ClientExtension {
  const http: HTTPClientExtensionHooks = {
    onPaymentRequired: async (declaration, { requestUrl }) => {
      const challenge = challengeSchema.safeParse(declaration)
      if (!challenge.success) {
        options.onEvent({ type: 'sign_in_failed', message: 'The sign-in challenge cannot be read.' })
        return
      }
      const { info, supportedChains } = challenge.data
      const match = chooseChain(supportedChains, options.wallets, options.network)
      if (!match) {
        options.onEvent({
          type: 'chain_not_supported',
          offeredChains: supportedChains.map(({ chainId }) => chainId),
        })
        return
      }
      try {
        const proof = await createSIWxPayload({ ...info, ...match.chain }, match.signer, requestUrl)
        options.onEvent({ type: 'sign_in_sent', address: proof.address, chainId: proof.chainId })
        return { headers: { [SIGN_IN_WITH_X]: encodeSIWxHeader(proof) } }
      } catch (error) {
        options.onEvent({ type: 'sign_in_failed', message: error instanceof Error ? error.message : String(error) })
      }
    },
  }
  return { key: SIGN_IN_WITH_X, transportHooks: { http } }
}

function chooseChain(chains: SupportedChain[], wallets: PayerWallet[], network: string | null) {
  for (const { networks, signer } of wallets) {
    const chain = chains.find(
      ({ chainId }) =>
        isWantedNetwork(chainId, network) && networks.some((pattern) => matchesNetworkPattern(chainId, pattern)),
    )
    if (chain && signer) return { chain, signer }
  }
  return null
}
