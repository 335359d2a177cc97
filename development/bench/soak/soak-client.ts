import '@/lib/base/infra/node-dispatcher'
import { Agent, request } from 'undici'
import { parseHeader } from '@/lib/base/x402/header-codec'
import type { PaymentRequired } from '@/lib/base/x402/wire'

export type SoakClient = ReturnType<typeof createSoakClient>

export type SoakRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Hangs up that many milliseconds after the request was sent. */
  hangUpAfterMs?: number
}

/** `status` 0: no answer, because the connection broke or the port was closed. `by`: the origin of the instance. */
export type SoakAnswer = { status: number; headers: Record<string, string>; text: string; by: string }

let clients = 0

/** A client with its own loopback address, which asks the instances in turn. */
export function createSoakClient({
  instances,
  seen = () => {},
}: {
  instances: readonly { origin: string; isUp: () => boolean }[]
  seen?: (answer: SoakAnswer) => void
}) {
  clients += 1
  const localAddress = `127.0.${1 + Math.floor(clients / 250)}.${1 + (clients % 250)}`
  const dispatcher = new Agent({ connect: { localAddress } })
  let turn = clients
  const send = async (path: string, init: SoakRequest = {}): Promise<SoakAnswer> => {
    const up = instances.filter((instance) => instance.isUp())
    const by = up[turn++ % Math.max(up.length, 1)]?.origin ?? ''
    const answer = { ...(by === '' ? noAnswer : await ask(`${by}${path}`, dispatcher, init)), by }
    seen(answer)
    return answer
  }
  return {
    send,
    /** The terms of a paid path; null while no instance can tell them. */
    async readTerms(path: string, init?: SoakRequest) {
      const { status, headers } = await send(path, init)
      const parsed = parseHeader(headers['payment-required'] ?? '')
      return status === 402 && parsed.ok ? (parsed.value as unknown as PaymentRequired) : null
    },
    close: () => void dispatcher.destroy(),
  }
}

const noAnswer = { status: 0, headers: {}, text: '' }

async function ask(url: string, dispatcher: Agent, { hangUpAfterMs = 120_000, method = 'GET', ...init }: SoakRequest) {
  try {
    const signal = AbortSignal.timeout(hangUpAfterMs)
    const { statusCode, headers, body } = await request(url, { ...init, method, dispatcher, signal })
    const plain = Object.entries(headers).map(([name, value]) => [name, String(value)])
    return { status: statusCode, headers: Object.fromEntries(plain) as Record<string, string>, text: await body.text() }
  } catch {
    // A killed instance breaks connections, which is the test.
    return noAnswer
  }
}
