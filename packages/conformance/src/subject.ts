import { readBytes } from '@/lib/base/http/read-body'
import type { PayerWallet } from '@/lib/client/wallet'
import { readHeader } from './read-header'
import { type ChallengeTerms, termsSchema } from './terms'

const PATIENCE_MS = 60_000
const MAX_BYTES = 1_000_000

export type SubjectAnswer = { status: number; headers: Headers; text: string }

/** An MCP server, a paid tool of it, and what that takes. */
type SubjectTool = { url: string; tool: string | null; arguments: Record<string, unknown> }

type Ask = (
  url: string,
  init?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<SubjectAnswer>

/** One paid resource of a server, and the caller's word on its surroundings. */
export type Subject = {
  url: string
  method: string
  ask: Ask
  /** The answer to the first request, without any proof. */
  challenge: SubjectAnswer
  /** The content of its header, where that has the form of the specification. */
  terms: ChallengeTerms | null
  /** A wallet that was made for this run and owns nothing. */
  stranger: PayerWallet
  /** The caller's wallet; null where none was given. */
  payer: PayerWallet | null
  /** The most that one payment may be, in the asset's smallest unit at six decimals. */
  maxAtomic: bigint
  /** Base address of a facilitator. */
  facilitator: string | null
  mcp: SubjectTool | null
}

/** Asks for the resource once, and keeps what was answered for all checks. */
export async function openSubject(options: Omit<Subject, 'ask' | 'challenge' | 'terms'>): Promise<Subject> {
  const challenge = await ask(options.url, { method: options.method })
  const read = readHeader(challenge.headers.get('payment-required'))
  const terms = 'value' in read ? termsSchema.safeParse(read.value) : null
  return { ...options, ask, challenge, terms: terms?.success ? terms.data : null }
}

/** One request, followed by no other. Fails where the server cannot be reached or says nothing for a minute, or too much. */
const ask: Ask = async (url, init) => {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
  return {
    status: response.status,
    headers: response.headers,
    text: (await readBytes(response, { maxBytes: MAX_BYTES })).toString('utf8'),
  }
}

/** Asks for the resource itself with these headers. */
export const askWith = ({ url, method, ask: send }: Subject, headers: Record<string, string>): Promise<SubjectAnswer> =>
  send(url, { method, headers })
