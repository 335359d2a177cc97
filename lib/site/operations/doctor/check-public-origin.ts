import { request } from 'undici'
import { type Finding, fail, well } from './finding'

const TIMEOUT_MS = 10_000
/** The longest challenge that a route may have, and a payment of the larger kind. */
const ANSWER_CHARACTERS = 8_192
const PAYMENT_CHARACTERS = 6_000

/** Whether buyers reach this very site at its public origin, and whether x402's headers pass all proxies. */
export async function checkPublicOrigin(publicOrigin: string): Promise<Finding[]> {
  const plain = await ask(`${publicOrigin}/healthz`)
  if (!plain.isAlive) {
    const fix = 'Check DNS, certificate, firewall and proxy, and that this site answers behind them.'
    return [fail('reached from outside', `${publicOrigin}/healthz: ${plain.words}`, fix)]
  }
  const [answer, payment] = await Promise.all([
    ask(`${publicOrigin}/healthz?fill=${ANSWER_CHARACTERS}`),
    ask(`${publicOrigin}/healthz`, { 'payment-signature': 'x'.repeat(PAYMENT_CHARACTERS) }),
  ])
  const passes = (isWell: boolean, what: string, words: string, fix: string) =>
    isWell
      ? well('headers through the proxy', `${what} pass`)
      : fail('headers through the proxy', `${what}: ${words}`, fix)
  return [
    well('reached from outside', `${publicOrigin}/healthz answers`),
    passes(
      answer.isAlive && answer.filled === ANSWER_CHARACTERS,
      `answers of ${ANSWER_CHARACTERS} characters`,
      answer.words,
      'nginx: proxy_buffer_size 16k; proxy_buffers 8 16k;',
    ),
    passes(
      payment.isAlive,
      `payments of ${PAYMENT_CHARACTERS} characters`,
      payment.words,
      'nginx: large_client_header_buffers 4 16k;',
    ),
  ]
}

type Answer = { isAlive: boolean; filled: number; words: string }

async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  try {
    const options = {
      headers,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }
    const { statusCode, headers: given, body } = await request(url, options)
    const text = (await body.text()).slice(0, 1_000)
    const isAlive = statusCode === 200 && text.includes('"alive"')
    return { isAlive, filled: String(given['x-fill'] ?? '').length, words: `answer ${statusCode}` }
  } catch (error) {
    return { isAlive: false, filled: 0, words: error instanceof Error ? error.message : String(error) }
  }
}
