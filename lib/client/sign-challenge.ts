import { createSIWxPayload, encodeSIWxHeader, type SIWxSigner } from '@x402/extensions/sign-in-with-x'
import { z } from 'zod'
import { matchesNetworkPattern } from '@/lib/base/x402/networks'
import { isWantedNetwork } from './choose-option'
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

export type SignedChallenge =
  | { status: 'signed'; header: string; address: string; chainId: string }
  | { status: 'unreadable' }
  | { status: 'chain_not_supported'; offeredChains: string[] }

/**
 * Asks a wallet to sign a sign-in challenge, on the first offered chain that is one of the wallet's own. The SDK's hook
 * takes the first chain of the signature type, which a wallet on another chain must not sign.
 * Fails with the wallet's own error when its holder declines.
 */
export async function signChallenge(
  declaration: unknown,
  { wallets, network, url }: { wallets: PayerWallet[]; network: string | null; url: string },
): Promise<SignedChallenge> {
  const challenge = challengeSchema.safeParse(declaration)
  if (!challenge.success) return { status: 'unreadable' }
  const { info, supportedChains } = challenge.data
  const match = chooseChain(supportedChains, wallets, network)
  if (!match) return { status: 'chain_not_supported', offeredChains: supportedChains.map(({ chainId }) => chainId) }
  const { address, chainId, ...proof } = await createSIWxPayload({ ...info, ...match.chain }, match.signer, url)
  return { status: 'signed', header: encodeSIWxHeader({ address, chainId, ...proof }), address, chainId }
}

function chooseChain(chains: SupportedChain[], wallets: PayerWallet[], network: string | null) {
  for (const { networks, signer } of wallets) {
    const chain = chains.find(
      ({ chainId }) =>
        isWantedNetwork(chainId, network) && networks.some((pattern) => matchesNetworkPattern(chainId, pattern)),
    )
    if (chain && signer) return { chain, signer } satisfies { chain: SupportedChain; signer: SIWxSigner }
  }
  return null
}
