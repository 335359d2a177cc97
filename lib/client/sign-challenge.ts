import { getBase58Decoder } from '@solana/kit'
import { safeBase64Encode } from '@x402/core/utils'
import type { EVMSigner, SIWxSigner } from '@x402/extensions/sign-in-with-x'
import { getAddress } from 'viem'
import { z } from 'zod'
import { type Family, familyOf, matchesNetworkPattern } from '@/lib/base/x402/networks'
import { signInMessageText } from '@/lib/base/x402/sign-in'
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

type ChallengeChain = z.infer<typeof challengeSchema>['supportedChains'][number]

/**
 * Asks a wallet to sign a sign-in challenge, on the first offered chain that is one of the wallet's own. The SDK's hook
 * takes the first chain of the signature type, which a wallet on another chain must not sign.
 * Fails with the wallet's own error when its holder declines.
 */
export async function signChallenge(
  declaration: unknown,
  { wallets, network, url }: { wallets: PayerWallet[]; network: string | null; url: string },
) {
  const challenge = challengeSchema.safeParse(declaration)
  if (!challenge.success) return { status: 'unreadable' as const }
  const { info, supportedChains } = challenge.data
  const match = chooseChain(supportedChains, wallets, network)
  const offeredChains = supportedChains.map(({ chainId }) => chainId)
  if (!match) return { status: 'chain_not_supported' as const, offeredChains }
  expectOwnOrigin(info, url)
  const { address, chain, signer } = match
  const unsigned = { ...info, ...chain, address }
  const message = signInMessageText({ ...unsigned, signature: '' }, getAddress)
  const signature = await signText(signer, { message, family: familyOf(chain.chainId) })
  const header = safeBase64Encode(JSON.stringify({ ...unsigned, signature }))
  return { status: 'signed' as const, header, address, chainId: chain.chainId }
}

/** A wallet signs for the server that it talks to, never for another one's challenge. */
function expectOwnOrigin({ domain, uri }: { domain: string; uri: string }, url: string): void {
  const { host, origin } = new URL(url)
  if (domain !== host || !URL.canParse(uri) || new URL(uri).origin !== origin) {
    throw new Error(`Expected a sign-in challenge of ${origin}; got one of ${domain}.`)
  }
}

type BytesSigner = { signMessage: (message: Uint8Array) => Promise<Uint8Array> }

/** A wallet's signer is of its family: EVM signs the text, Solana its bytes. */
async function signText(
  signer: SIWxSigner,
  { message, family }: { message: string; family: Family | null },
): Promise<string> {
  if (family === 'evm') return (signer as EVMSigner).signMessage({ message })
  const signature = await (signer as BytesSigner).signMessage(new TextEncoder().encode(message))
  return getBase58Decoder().decode(signature)
}

function chooseChain(chains: ChallengeChain[], wallets: PayerWallet[], network: string | null) {
  for (const { address, networks, signer } of wallets) {
    const chain = chains.find(
      ({ chainId }) =>
        isWantedNetwork(chainId, network) && networks.some((pattern) => matchesNetworkPattern(chainId, pattern)),
    )
    if (chain && signer) return { address, chain, signer }
  }
  return null
}
