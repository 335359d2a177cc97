import type { SchemeNetworkClient } from '@x402/core/types'
import type { SIWxSigner } from '@x402/extensions/sign-in-with-x'

/**
 * A wallet as the payer sees it: where it pays, how it signs payments, how it signs messages.
 * Built per family, so that a browser loads only the code of the chosen wallet.
 */
export type PayerWallet = {
  address: string
  /** CAIP-2 networks or wildcards (`eip155:*`) on which this wallet pays and signs in. */
  networks: string[]
  /** One SDK scheme per network; an exact network goes before a wildcard. */
  schemes: { network: string; client: SchemeNetworkClient }[]
  /** Null where sign-in has no message format (Algorand). */
  signer: SIWxSigner | null
}

/** RPC URL of each CAIP-2 network; a network without an entry uses the SDK's public default. */
export type RpcUrls = Partial<Record<string, string>>
