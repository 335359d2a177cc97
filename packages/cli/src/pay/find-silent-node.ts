import { networkName } from '@/lib/base/x402/networks'
import { rpcVariables } from '@/lib/client/chain-urls'

/** How the libraries of the chains say that no answer came. */
const NO_ANSWER = /fetch failed|HTTP request failed|network error|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EAI_AGAIN/i

/**
 * Names the node that a payment on `network` needs and that did not answer, with the variable that says which one it is.
 * Null where `error` has another reason. An address may hold a key: only its host is named.
 */
export function findSilentNode(
  error: unknown,
  { network, rpcUrls }: { network: string; rpcUrls: Record<string, string | undefined> },
): string | null {
  const variable = rpcVariables[network]
  const url = rpcUrls[network]
  if (!variable || !isUnanswered(error)) return null
  const where = url && URL.canParse(url) ? ` at ${new URL(url).host}` : ''
  return `The node of ${networkName(network)}${where} does not answer; ${variable} names another one. Nothing was paid.`
}

function isUnanswered(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 8) return false
  return NO_ANSWER.test(error.message) || isUnanswered(error.cause, depth + 1)
}
