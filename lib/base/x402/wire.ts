import type { SettleResponse } from '@x402/core/types'

/**
 * The protocol's nouns as they travel on the wire, x402 version 2.
 * Amounts are strings of decimal digits in atomic units; networks are CAIP-2.
 * Source: x402 v2 specification, as typed by @x402/core.
 */
export type {
  PaymentPayload,
  PaymentRequired,
  PaymentRequirements,
  SettleResponse,
  VerifyResponse,
} from '@x402/core/types'

export const X402_VERSION = 2

/** The answer of `GET /supported`; kinds name concrete networks. */
export type Supported = {
  kinds: { x402Version: number; scheme: string; network: string; extra?: Record<string, unknown> }[]
  extensions: string[]
  signers: Record<string, string[]>
}

/** Per-extension outcomes that travel in the `EXTENSION-RESPONSES` header, keyed by extension name. */
export type ExtensionResponses = Record<string, Record<string, unknown>>

/**
 * The end of a settlement.
 * `settled`: final on chain; the facilitator's own ledger has it once it is `written`. `refused`: no money moved and none will by this authorization's attempt; `mayStillLand`
 * when only another operator's facilitator says so, which may be wrong while the authorization is unspent and valid.
 * `unknown`: it may or may not land; only the chain can tell (state table row 11).
 */
export type SettleOutcome =
  | { kind: 'settled'; response: SettleResponse; extensionResponses?: ExtensionResponses; written?: Promise<unknown> }
  | { kind: 'refused'; response: SettleResponse; extensionResponses?: ExtensionResponses; mayStillLand?: boolean }
  | { kind: 'unknown'; reason: string; transaction?: string }
